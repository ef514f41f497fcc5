import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { passwordMaxBytes } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import { admitByCode, checkCode, type CheckedCode, oneTimeCodesOf } from "../identity/engine/check-one-time-code.ts";
import type { Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { invoke } from "../kernel/invoke.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { endDelivery } from "./engine/deliver.ts";
import { type DeliveredPassword, deliveredPasswords } from "./engine/delivered-passwords.ts";
import { deliveryFacts, requireWaiting, waitingFor } from "./engine/delivery-of-call.ts";

const bytesRule = `must have at most ${passwordMaxBytes} bytes`;
const input = z.strictObject({
  key: keyInput,
  code: z
    .instanceof(Secret, { error: "must be a text" })
    .refine((secret) => secret.use((text) => Buffer.byteLength(text) <= passwordMaxBytes), bytesRule)
    .meta({ maxLength: passwordMaxBytes, rule: bytesRule }),
});

/** Passwords of a delivery, shown to their reader this once. */
export interface RevealedPasswords {
  readonly key: string;
  readonly passwords: readonly DeliveredPassword[];
}

type Revealed = RevealedPasswords | { readonly refused: string };

/**
 * Shows a person their new passwords in My access, once, for a code of their authenticator app or a recovery code; call `reveal`, which
 * refuses a wrong one after its count was stored.
 * @throws NOT_FOUND, FORBIDDEN, DELIVERY_OVER, DELIVERY_FACTOR_TOO_NEW
 */
export const revealDelivery = defineOperation<z.output<typeof input>, Revealed, CheckedCode>({
  name: "passwordDeliveries.reveal",
  input,
  callers: ["user"],
  proof: "fresh",
  policies: [
    { name: policyOf.get("passwordDeliveries"), rows: true },
    { name: policyOf.action("passwordDeliveries/reveal"), facts: deliveryFacts },
  ],
  offered: ({ policy, userKey, now }) => allOf(policy, eq("way", "myAccess"), waitingFor(userKey, now)),
  audit: {
    operation: "MSDV",
    describe: ({ key }, output) => ({
      ident: key,
      ...(output && "refused" in output && { result: "F", message: output.refused }),
    }),
  },
  prepare: (context, { code }) =>
    checkCode(context, { provedKey: context.caller.key, username: context.caller.id ?? "" }, code),
  async run(context, { key }, checked): Promise<Revealed> {
    const delivery = await lockedRow(context, { table: "passwordDeliveries", key });
    requireWaiting(context, delivery, "myAccess");
    const codes = await oneTimeCodesOf(context, delivery.userKey ?? "");
    // Who knows the old password could enroll an app of their own, and get the new password with it.
    const massReset = await context.store.get("massResets", delivery.massResetKey);
    const since = massReset?.startedAt ?? delivery.createdAt;
    if (codes !== undefined && codes.lastChanged >= since)
      throw new ServiceError("DELIVERY_FACTOR_TOO_NEW", { target: "code" });
    const decision = await admitByCode(context, checked, { isProved: true });
    if ("refused" in decision) return { refused: decision.reason };
    const passwords = await deliveredPasswords(context, delivery);
    await endDelivery(context, delivery, "delivered");
    return { key, passwords };
  },
});

/**
 * Shows a person their new passwords, once. A wrong code counts like a wrong password.
 * @throws NOT_FOUND, FORBIDDEN, DELIVERY_OVER, DELIVERY_FACTOR_TOO_NEW, ONE_TIME_CODE_WRONG
 */
export async function reveal(service: ServiceContext, caller: Caller, given: unknown): Promise<RevealedPasswords> {
  const revealed = await invoke(revealDelivery, service, caller, given as z.output<typeof input>);
  if ("refused" in revealed) throw new ServiceError("ONE_TIME_CODE_WRONG", { target: "code" });
  return revealed;
}
