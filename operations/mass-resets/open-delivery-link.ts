import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { isPresent } from "#domain/identity/presence.ts";
import { isOpenDelivery } from "#domain/mass-resets/password-delivery.ts";
import type { Row } from "#store/tables.ts";

import { hashOf } from "../identity/engine/client.ts";
import { untilConstantTime } from "../identity/engine/constant-time.ts";
import type { Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { endDelivery } from "./engine/deliver.ts";
import { type DeliveredPassword, deliveredPasswords } from "./engine/delivered-passwords.ts";

const input = z.strictObject({ link: z.instanceof(Secret, { error: "must not be empty" }) });

type LinkInput = z.output<typeof input>;

/** Passwords of a link, shown this once. */
export interface LinkedPasswords {
  readonly userKey: string;
  readonly passwords: readonly DeliveredPassword[];
}

const takePasswords = defineOperation<LinkInput, LinkedPasswords, string>({
  name: "identity.openPasswordsLink",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "MSDO",
    describe: (_input, output) => (output === undefined ? {} : { actor: output.userKey, recipient: output.userKey }),
  },
  async prepare(context, { link }) {
    const tokenHash = hashOf(link);
    const [known] = await context.store.select("passwordDeliveries", { where: { tokenHash }, limit: 1 });
    // A bad link counts for the calling network.
    if (known === undefined) {
      await context.passwords.verify(null, link, context.caller.ip);
      throw new ServiceError("PASSWORD_LINK_INVALID");
    }
    return known.key;
  },
  async run(context, { link }, key): Promise<LinkedPasswords> {
    const delivery = await context.store.lock("passwordDeliveries", key);
    const user = await context.store.get("users", delivery?.userKey ?? "");
    // Another call may have used the link meanwhile, or a newer mail have brought another one.
    const now = context.clock.now();
    const isValid = delivery?.tokenHash === hashOf(link) && isOpenDelivery(delivery, now);
    if (!isValid || user === undefined || isBarred(user, now)) throw new ServiceError("PASSWORD_LINK_INVALID");
    const passwords = await deliveredPasswords(context, delivery);
    await endDelivery(context, delivery, "delivered");
    return { userKey: user.key, passwords };
  },
});

/** Reports whether a user may not sign in, whatever they prove. Wrong passwords, which anyone can send, bar nobody here. */
function isBarred(user: Row<"users">, now: number): boolean {
  return user.disabled || (user.locked && user.lockedBy !== "failures") || !isPresent(user, now);
}

/**
 * Shows the new passwords behind a one-time link, once. Every fault of a link gives the same refusal, in text and in time.
 * @throws PASSWORD_LINK_INVALID, SIGN_IN_BUSY
 */
export async function openPasswordsLink(
  service: ServiceContext,
  caller: Caller,
  given: LinkInput,
): Promise<LinkedPasswords> {
  const startedMs = performance.now();
  try {
    return await invoke(takePasswords, service, caller, given);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "PASSWORD_LINK_INVALID")
      await untilConstantTime(startedMs, service.settings);
    throw error;
  }
}
