import { type DeliveryFault, deliveryFault, type MassResetDelivery } from "#domain/mass-resets/password-delivery.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { mailServerOf } from "#platform/mail/mail-server.ts";

import type { CallContext } from "../../kernel/context.ts";
import { mailRecipients, newlyMailedAmong } from "../../notices/engine/mail-recipients.ts";

/** Way of a delivery, with the time at which the mass reset was started, if it was. */
export interface WantedDelivery {
  readonly delivery: MassResetDelivery;
  readonly startedAt?: number | null | undefined;
}

/** Returns those of the owners of accounts whom passwords cannot reach on a way, with the reason. */
export async function undeliverableAmong(
  context: CallContext,
  { delivery, startedAt }: WantedDelivery,
  userKeys: readonly string[],
): Promise<ReadonlyMap<string, DeliveryFault>> {
  const mailed = delivery === "link" ? await mailedAmong(context, userKeys) : new Set<string>();
  const newlyMailed = delivery === "link" ? await newlyMailedAmong(context, userKeys) : new Set<string>();
  const proving =
    delivery === "myAccess" ? await withFactorAmong(context, userKeys, startedAt ?? Infinity) : new Set<string>();
  return new Map(
    userKeys.flatMap((key) => {
      const reader = {
        isOwned: true,
        hasMail: mailed.has(key),
        isMailNew: newlyMailed.has(key),
        hasFactor: proving.has(key),
      };
      const fault = deliveryFault(delivery, reader);
      return fault === undefined ? [] : [[key, fault]];
    }),
  );
}

/** Returns the users whom emails reach. */
async function mailedAmong(context: CallContext, userKeys: readonly string[]): Promise<ReadonlySet<string>> {
  if (mailServerOf(context.settings) === undefined) return new Set();
  const recipients = [...(await mailRecipients(context, userKeys)).values()];
  const reached = recipients.filter(({ address, delivery }) => address !== null && delivery !== "none");
  return new Set(reached.map(({ userKey }) => userKey));
}

/** Returns the users who have codes of an authenticator app from before a time: later ones show them nothing. */
async function withFactorAmong(
  { store }: CallContext,
  userKeys: readonly string[],
  before: number,
): Promise<ReadonlySet<string>> {
  const where = allOf(oneOf("userKey", userKeys), eq("type", "OneTimeCode"));
  const codes = await store.select("userCredentials", { where });
  return new Set(codes.filter(({ lastChanged }) => lastChanged < before).map(({ userKey }) => userKey));
}
