import { z } from "zod";

import { isOpenDelivery } from "#domain/mass-resets/password-delivery.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { deletePasswords, endDelivery } from "./engine/deliver.ts";

/**
 * Handles the due moment of a delivery, which this process has leased: one at its end ends, and the passwords of one that has ended are
 * deleted, a page at a time. Not handled if another process has done it.
 */
export const handleDeliveryMoment = defineOperation({
  name: "passwordDeliveries.handleMoment",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "MSDE", when: "never" },
  async run(context, { key }): Promise<{ handled: boolean }> {
    const { store } = context;
    const delivery = await store.lock("passwordDeliveries", key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (delivery !== undefined) await advance(context, delivery);
    return { handled: true };
  },
});

async function advance(context: CallContext, delivery: Row<"passwordDeliveries">): Promise<void> {
  const { store, clock, caller } = context;
  const { key, expiresAt, state, userKey, accounts } = delivery;
  const now = clock.now();
  if (isOpenDelivery(delivery, now)) return store.moments.set({ key, kind: "passwordDelivery", at: expiresAt });
  if (state === "waiting") {
    await endDelivery(context, delivery, "expired");
    const facts = { actor: caller.id, recipient: userKey, ident: key, message: `${accounts} passwords, unread` };
    await store.audit({ sessid: caller.sessid, operation: "MSDE", result: "S", ...facts });
    return;
  }
  if (await deletePasswords(context, delivery)) await store.moments.set({ key, kind: "passwordDelivery", at: now });
}
