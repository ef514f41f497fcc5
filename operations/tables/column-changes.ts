import { z } from "zod";

import { declaredColumn } from "#domain/replication/conflict-values.ts";
import { secretColumnsOf } from "#domain/secrets/secret-ways.ts";

import { callWithin } from "../kernel/call-within.ts";
import type { ColumnCall, ColumnChange } from "../kernel/column-change.ts";
import type { CallContext } from "../kernel/context.ts";
import { updateSodRule } from "../sod/change-sod-rules.ts";
import { updateTemplate } from "../templates/change-templates.ts";
import { updateUserClass } from "../user-classes/change-user-classes.ts";
import { updateUser } from "../users/change-users.ts";
import { disableUser, enableUser } from "../users/set-disabled.ts";
import { unlock } from "../users/unlock.ts";
import { updateWebhook } from "../webhooks/change-webhooks.ts";

/** Operations by which administrators change rows, by table. What is not named here is changed by none of another's values. */
const updates: Readonly<Record<string, { readonly input: z.ZodType }>> = {
  sodRules: updateSodRule,
  templates: updateTemplate,
  userClasses: updateUserClass,
  users: updateUser,
  webhooks: updateWebhook,
};

type Act = (key: string, value: unknown) => ColumnCall<CallContext> | undefined;

/** Acts by which administrators change columns that no update takes. */
const acts: Readonly<Record<string, Act>> = {
  "users.disabled": (key, value) => callWithin(value === true ? disableUser : enableUser, { key }),
  // No administrator locks a user: failed sign-ins do.
  "users.locked": (key, value) => (value === false ? callWithin(unlock, { key }) : undefined),
};

/** Returns true if administrators can write a column of a table with a value of their own. */
export function isChangedByColumn(table: string, column: string): boolean {
  return Object.hasOwn(acts, `${table}.${column}`) || isTaken(table, column);
}

/** Returns the call by which an administrator would write a value into a column; undefined if there is none. */
export function changeOfColumn({ table, key, column, value }: ColumnChange): ColumnCall<CallContext> | undefined {
  const name = `${table}.${column}`;
  if (Object.hasOwn(acts, name)) return acts[name]?.(key, value);
  if (!isTaken(table, column)) return undefined;
  return callWithin(updates[table] as Parameters<typeof callWithin>[0], { key, [column]: value });
}

function isTaken(table: string, column: string): boolean {
  const input = Object.hasOwn(updates, table) ? updates[table]?.input : undefined;
  if (!(input instanceof z.ZodObject) || !Object.hasOwn(input.shape, column)) return false;
  const facts = declaredColumn(table, column);
  const isWritten = facts?.home === "row" && ["change", "always"].includes(facts.writing);
  // A way on which secrets travel is reviewed where it is changed.
  return isWritten && secretColumnsOf(table)?.includes(column) !== true;
}
