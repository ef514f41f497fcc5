import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { policiesOfChange } from "../../kernel/row-changes.ts";

/** Verb and address of a change. */
type Change = Parameters<typeof policiesOfChange>;

/** A row that would change: its table, and the condition that finds it. */
interface ChangedRow {
  readonly table: "targetSystems" | "groups";
  readonly where: Expression;
}

/** Reports whether the caller may change a target system by the policies of an address, such as defining attributes. */
export function mayChangeTarget(context: CallContext, change: Change, targetSystemKey: string): Promise<boolean> {
  return mayChange(context, change, { table: "targetSystems", where: eq("id", targetSystemKey) });
}

/** Reports whether the caller may manage a group: by its action, or by the option of its target system that manages all groups. */
export async function mayManage(
  context: CallContext,
  { key, targetSystemKey }: { readonly key: string; readonly targetSystemKey: string },
): Promise<boolean> {
  if (await mayChange(context, ["action", "groups/manage"], { table: "groups", where: eq("key", key) })) return true;
  return mayChangeTarget(context, ["update", "targetSystems/options"], targetSystemKey);
}

async function mayChange(context: CallContext, [verb, path]: Change, { table, where }: ChangedRow): Promise<boolean> {
  for (const { name, rows } of policiesOfChange(verb, path)) {
    const principal = await principalOf(context, name);
    const isAllowed =
      rows === true
        ? (await context.store.count(table, allOf(where, context.policies.rowPredicate(name, principal)))) > 0
        : context.policies.decide(name, { principal, resource: {} }).allowed;
    if (!isAllowed) return false;
  }
  return true;
}

/** Addresses of target systems whose policies request rules use. */
export const targetChanges = {
  defineAttributes: ["create", "targetSystems/attributeDefinitions"],
} as const satisfies Readonly<Record<string, Change>>;
