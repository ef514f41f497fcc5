import { useQuery } from "@tanstack/react-query";

import type { Entitlement, RoleContent } from "#domain/roles/role-content.ts";
import { type ChangedField, roleDifference } from "#domain/roles/role-difference.ts";

import { itemsByKeyQuery } from "../../api/roles.ts";
import { type Say, useText } from "../../messages/text.ts";
import { namedEntitlement } from "./role-content.ts";
import { attributeLines, entitlementWords, namedKeys } from "./role-words.ts";

interface RoleChangesProps {
  /** Content before the change; null before the first version. */
  readonly before: RoleContent | null;
  readonly after: RoleContent;
}

/** Difference between two versions of a role: what is given anew, differently and no longer, and the changed fields. */
export function RoleChanges({ before, after }: RoleChangesProps) {
  const say = useText();
  const { added, removed, changed, fields } = roleDifference(before, after);
  const keys = namedKeys([...added, ...removed, ...changed].map(namedEntitlement));
  const names = useQuery(itemsByKeyQuery(keys)).data;
  const wordsOf = (one: Entitlement) => entitlementWords(namedEntitlement(one), names, say);
  const parts = [
    { title: "role.added", rows: added, showsAttributes: true },
    { title: "role.changed", rows: changed, showsAttributes: true },
    { title: "role.removed", rows: removed, showsAttributes: false },
  ] as const;
  const told = fields.filter(({ after: is, before: was }) => before !== null || (is !== was && is !== false));
  if (told.length + added.length + removed.length + changed.length === 0) return <p>{say("role.same")}</p>;
  return (
    <ul>
      {told.map((field) => (
        <li key={field.field}>{fieldWords(field, before === null, say)}</li>
      ))}
      {parts.flatMap(({ title, rows, showsAttributes }) =>
        rows.map((one) => (
          <li key={`${title} ${JSON.stringify(one)}`}>
            {say(title, { what: wordsOf(one) })}
            {showsAttributes
              ? attributeLines(namedEntitlement(one).attributes).map((line) => (
                  <div key={line} className="gatehouse-small">
                    <code>{line}</code>
                  </div>
                ))
              : null}
          </li>
        )),
      )}
    </ul>
  );
}

function fieldWords({ field, before, after }: ChangedField, isFirst: boolean, say: Say): string {
  const words = (value: string | boolean | null): string => {
    if (value === null) return say("value.none");
    if (typeof value === "boolean") return say(`value.${value}`);
    if (field === "surplus") return say(`declared.roles.surplus.${value as RoleContent["surplus"]}`);
    if (field === "deficit") return say(`declared.roles.deficit.${value as RoleContent["deficit"]}`);
    return value;
  };
  const name = say(`declared.roles.${field}`);
  return isFirst
    ? say("role.fieldIs", { name, after: words(after) })
    : say("role.fieldBecomes", { name, before: words(before), after: words(after) });
}
