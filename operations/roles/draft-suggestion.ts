import { z } from "zod";

import { namedPeopleMax } from "#domain/analysis-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import { roleAddCode } from "#domain/requests/named-codes.ts";
import type { Entitlement } from "#domain/roles/role-content.ts";
import { giveWay } from "#platform/loop-turns.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { newId } from "../kernel/text-input.ts";
import { newRole } from "./engine/new-role.ts";

/** Role that was drafted of a suggestion. */
export interface DraftedRole {
  readonly key: string;
  readonly id: string;
  /** Number of people who were named as members, because no condition chooses them. */
  readonly named: number;
}

/**
 * Adds a role with the content of a suggestion as its draft. The people whom no condition chooses are named as its members, unless
 * `withPeople` is false. Nobody gets the role before the draft is put in force.
 * @throws NOT_FOUND, FORBIDDEN, ROLE_EXISTS, SUGGESTION_DRAFTED, SUGGESTION_LARGE
 */
export const draftSuggestion = defineOperation({
  name: "roleSuggestions.draft",
  input: z.strictObject({ key: keyInput, id: newId, withPeople: z.boolean().nullish() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "roleSuggestions/draft"),
  offered: ({ policy }) => allOf(policy, eq("roleKey", null)),
  audit: {
    operation: "ROAD",
    describe: ({ key, id }, role?: DraftedRole) => ({ ident: role?.key ?? id, message: `suggestion ${key}` }),
  },
  async run(context, { key, id, withPeople }): Promise<DraftedRole> {
    const { store } = context;
    const suggestion = await lockedRow(context, { table: "roleSuggestions", key });
    if (suggestion.roleKey !== null) throw new ServiceError("SUGGESTION_DRAFTED", { target: "key" });
    const isNamed = withPeople !== false && suggestion.condition === null;
    if (isNamed && suggestion.people > namedPeopleMax) throw new ServiceError("SUGGESTION_LARGE", { target: "key" });
    const { condition } = suggestion;
    const entitlements = suggestion.entitlements.map(entitlementOf);
    const role = await newRole(context, id, { condition, entitlements, comment: "Suggested by role mining." });
    await store.save("roleSuggestions", { key, roleKey: role.key });
    return { key: role.key, id, named: isNamed ? await namePeople(context, suggestion, role.key) : 0 };
  },
});

type Suggestion = Row<"roleSuggestions">;

function entitlementOf({ targetSystemKey, groupKey }: Suggestion["entitlements"][number]): Entitlement {
  if (groupKey === null) return { kind: "account", targetSystemKey, attributes: {} };
  return { kind: "membership", groupKey };
}

async function namePeople(context: CallContext, { key }: Suggestion, roleKey: string): Promise<number> {
  const { store, ids, clock, caller } = context;
  const where = allOf(eq("roleSuggestionKey", key), eq("operation", roleAddCode), ne("userKey", null));
  const rows = await store.select("analysisRows", { where, orderBy: [["sequence", "asc"]] });
  const people = rows.flatMap(({ userKey }) => userKey ?? []);
  const named = { roleKey, because: "named", reason: "Suggested by role mining.", until: null } as const;
  for (let from = 0; from < people.length; from += atOnce) {
    const some = people.slice(from, from + atOnce);
    const made = { ...named, createdAt: clock.now(), createdBy: caller.key };
    await store.addAll(
      "roleAssignments",
      some.map((userKey) => ({ ...made, key: ids.guid(), userKey })),
    );
    await giveWay();
  }
  return people.length;
}

const atOnce = 100;
