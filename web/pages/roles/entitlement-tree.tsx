import "./roles.css";
import { Link } from "react-router";

import type { RoleEntitlement } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { attributeLines } from "./role-words.ts";

const kinds = ["role", "account", "membership"] as const satisfies readonly RoleEntitlement["kind"][];

/** The entitlements of a role as a tree; a role within it opens and closes by mouse and by keyboard. */
export function EntitlementTree({ rows }: { readonly rows: readonly RoleEntitlement[] }) {
  const through = Map.groupBy(rows, ({ throughRoleKey }) => throughRoleKey);
  return (
    <ul className="gatehouse-tree">
      {sorted(through.get(null) ?? []).map((row) => (
        <li key={row.key}>
          {row.kind === "role" ? (
            <Within row={row} rows={sorted(through.get(row.innerRoleKey) ?? [])} />
          ) : (
            <Given row={row} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Within({ row, rows }: { readonly row: RoleEntitlement; readonly rows: readonly RoleEntitlement[] }) {
  const say = useText();
  return (
    <details open>
      <summary>
        {say("role.gives.role", { name: nameOf(row) })}{" "}
        <span className="gatehouse-small">{say("role.givesCount", { count: rows.length })}</span>
      </summary>
      <ul className="gatehouse-tree">
        <li>
          <Link to={paths.role(row.innerRoleKey ?? "")}>{say("role.open", { name: nameOf(row) })}</Link>
        </li>
        {rows.map((one) => (
          <li key={one.key}>
            <Given row={one} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const nameOf = ({ innerRole, innerRoleKey }: RoleEntitlement) => innerRole?.id ?? innerRoleKey ?? "";

function Given({ row }: { readonly row: RoleEntitlement }) {
  const say = useText();
  const { kind, targetSystemKey, innerRoleKey, attributes } = row;
  if (kind === "role")
    return <Link to={paths.role(innerRoleKey ?? "")}>{say("role.gives.role", { name: nameOf(row) })}</Link>;
  if (kind === "membership") return <Membership row={row} />;
  return (
    <>
      {say("role.gives.account", { target: targetSystemKey ?? "" })}
      {attributeLines(attributes).map((line) => (
        <div key={line} className="gatehouse-small">
          <code>{line}</code>
        </div>
      ))}
    </>
  );
}

function Membership({ row: { targetSystemKey, groupKey, group } }: { readonly row: RoleEntitlement }) {
  const say = useText();
  const may = useMay();
  const names = { name: group?.displayId ?? groupKey ?? "", target: targetSystemKey ?? "" };
  if (group === null) return say("role.gives.groupGone", names);
  const words = say("role.gives.groupOn", names);
  return may("groups_get") ? <Link to={paths.group(groupKey ?? "")}>{words}</Link> : words;
}

function sorted(rows: readonly RoleEntitlement[]): readonly RoleEntitlement[] {
  const name = ({ targetSystemKey, group, innerRole }: RoleEntitlement) =>
    innerRole?.id ?? `${targetSystemKey} ${group?.displayId ?? ""}`;
  return rows.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || name(a).localeCompare(name(b)));
}
