import { z } from "zod";

import { isPresent } from "#domain/identity/presence.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { saveAndEndTokens } from "../identity/engine/end-tokens.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";
import { requireStay } from "./engine/check-stay.ts";
import { requireCalendar, requireFreeId, requireLooseId, requireManager } from "./engine/check-user.ts";
import { requireComplete } from "./engine/externals.ts";
import { lookAtUser } from "./engine/follow-stay.ts";
import { shownUser } from "./engine/shown-user.ts";
import { changedUser, newUser } from "./engine/user-input.ts";

/**
 * Adds a user, without password and not as a superuser.
 * @throws USER_EXISTS, MANAGER_UNFIT, TIME_ZONE_UNKNOWN, CALENDAR_UNKNOWN, STAY_UNFIT, SPONSOR_UNFIT, EXTERNAL_INCOMPLETE
 */
export const createUser = defineOperation({
  name: "users.create",
  input: z.strictObject(newUser),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("users") }],
  audit: {
    operation: "USAD",
    describe: ({ id }, output?: { readonly key: string }) => ({ ident: id, recipient: output?.key ?? null }),
  },
  async run(context, { managerKey, ...fields }) {
    await requireFreeId(context, fields.id);
    requireCalendar(context, fields);
    const key = context.ids.guid();
    if (managerKey !== null) await requireManager(context, key, managerKey);
    await requireStay(context, { key, superuser: false, startsAt: null, endsAt: null }, fields);
    const user = await context.store.add("users", { key, managerKey, ...fields });
    await requireComplete(context, { user, setsEnd: true });
    await lookAtUser(context, key);
    return shownUser(user);
  },
});

/**
 * Changes the given fields of a user. An ID can change only if nothing depends on the present one. Who has not started yet, or has left, by
 * the change loses all tokens.
 * @throws NOT_FOUND, FORBIDDEN, USER_EXISTS, USER_ID_IN_USE, MANAGER_UNFIT, TIME_ZONE_UNKNOWN, CALENDAR_UNKNOWN, SUPERUSER_STAYS, STAY_UNFIT,
 * SPONSOR_UNFIT, EXTERNAL_INCOMPLETE
 */
export const updateUser = defineOperation({
  name: "users.update",
  input: z.strictObject({ key: z.string(), ...changedUser }),
  callers: ["user", "engine"],
  policies: policiesOfUser(policyOf.update("users")),
  audit: { operation: "USUP", describe: ({ key }) => ({ recipient: key }) },
  async run(context, { key, ...fields }) {
    const user = await lockedRow(context, { table: "users", key });
    const changes = definedFields(fields);
    requireCalendar(context, changes);
    if (changes.id !== undefined && changes.id !== user.id) {
      await requireFreeId(context, changes.id, key);
      await requireLooseId(context, key);
    }
    if (typeof changes.managerKey === "string") await requireManager(context, key, changes.managerKey);
    await requireStay(context, user, changes);
    const saved = await context.store.save("users", { ...changes, key });
    await endTokensUnlessPresent(context, user, saved);
    await requireComplete(context, { user: saved, setsEnd: changes.endsAt !== undefined });
    if (isFollowed(changes)) await lookAtUser(context, key);
    return shownUser(saved);
  },
});

/** Returns true if something depends on one of the changed fields that a hub brings up to it. */
function isFollowed(changes: Partial<Row<"users">>): boolean {
  return (["startsAt", "endsAt", "managerKey", "sponsorKey"] as const).some((name) => changes[name] !== undefined);
}

async function endTokensUnlessPresent(context: CallContext, before: Row<"users">, user: Row<"users">): Promise<void> {
  const now = context.clock.now();
  if (isPresent(before, now) && !isPresent(user, now)) await saveAndEndTokens(context, user, {});
}
