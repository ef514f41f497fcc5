import { z } from "zod";

import { isNever } from "#domain/query/condition.ts";
import type { TableName } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { bringUpMembers, memberDifference } from "./engine/bring-up-members.ts";
import { boundClass, boundClasses } from "./engine/class-conditions.ts";
import { tablesOf } from "./engine/tables-of.ts";

/** A class whose members are kept up. */
export interface KeptClass {
  readonly id: string;
  /** Tables whose changes may change its members; empty without a condition. */
  readonly tables: readonly TableName[];
}

/**
 * Lists the classes whose members are updated automatically. If a condition can no longer be used, the log says so and the members stay.
 */
export const listKeptClasses = defineOperation<Record<string, never>, readonly KeptClass[]>({
  name: "userClasses.listKept",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "UCLS", when: "refusalOnly" },
  async run(context) {
    const classes = await boundClasses(context);
    for (const { id, fault } of classes) {
      if (fault === undefined) continue;
      context.log.error({ userClass: id, fault }, "The condition of a user class cannot be used; its members stay.");
    }
    const usable = classes.filter(({ fault }) => fault === undefined);
    return usable.map(({ id, condition }) => ({ id, tables: isNever(condition) ? [] : tablesOf("users", condition) }));
  },
});

/**
 * Updates the members of a class by its condition, as many as one transaction takes; `more` is true if it must be called again.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const keepMembers = defineOperation({
  name: "userClasses.keepMembers",
  input: z.strictObject({ id: z.string() }),
  callers: ["engine"],
  audit: { operation: "UCKM", when: "never", describe: ({ id }) => ({ ident: id }) },
  async prepare(context, { id }) {
    const row = await context.store.get("userClasses", id);
    if (row === undefined) return null;
    const { condition, fault } = await boundClass(context, row);
    return fault === undefined ? { text: row.condition, ...(await memberDifference(context, id, condition)) } : null;
  },
  async run(context, { id }, looked): Promise<{ readonly more: boolean }> {
    const { store, caller } = context;
    if (looked === null) return { more: false };
    const row = await store.lock("userClasses", id);
    if (row === undefined) return { more: false };
    // Results of another condition are no longer valid.
    if (row.condition !== looked.text) return { more: true };
    const { came, left } = await bringUpMembers(context, id, looked);
    if (came + left > 0) {
      const { sessid, requestId } = caller;
      const message = `${came} came, ${left} left`;
      const deed = { operation: "UCKM", result: "S", actor: caller.id, ident: id, message } as const;
      await store.audit({ sessid, requestId, ...deed });
    }
    return { more: looked.more };
  },
});
