import { ServiceError } from "#domain/errors.ts";
import { senderHelloMs } from "#domain/password-sender-limits.ts";
import type { SenderSettings } from "#domain/password-sync/sender-call.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { takeCall } from "../../proxies/engine/keyed-callers.ts";

/** A password sender. */
export type Sender = Row<"passwordSenders">;

/** An enrolled password sender, with its keys. */
export type EnrolledSender = Sender & {
  readonly signingKey: PublicKey;
  readonly receivingKey: PublicKey;
  readonly receivingSecret: string;
};

/**
 * Returns the calling sender, as its row is now.
 * @throws PROXY_SIGNATURE_INVALID if it was revoked
 */
export async function callingSender({ store, caller }: Pick<CallContext, "store" | "caller">): Promise<EnrolledSender> {
  return enrolled(await store.get("passwordSenders", caller.id), caller.id);
}

/**
 * Returns the calling sender, locked. This also accepts its call, in the transaction of the requested work.
 * @throws PROXY_SIGNATURE_INVALID if it was revoked, or if the call was accepted before
 */
export async function lockedSender({ store, caller }: Pick<CallContext, "store" | "caller">): Promise<EnrolledSender> {
  const sender = enrolled(await store.lock("passwordSenders", caller.id), caller.id);
  await takeCall({ store, caller });
  return sender;
}

/**
 * Throws SENDER_TARGET_DISABLED unless the target system of a sender is enabled: a disabled one takes no part in any change of a password.
 * @throws SENDER_TARGET_DISABLED
 */
export async function requireEnabledTarget(
  { store }: Pick<ServiceContext, "store">,
  { targetSystemKey }: Pick<Sender, "targetSystemKey">,
): Promise<void> {
  const target = await store.get("targetSystems", targetSystemKey);
  if (target?.enabled !== true) throw new ServiceError("SENDER_TARGET_DISABLED", { detail: targetSystemKey });
}

function enrolled(sender: Sender | undefined, key: string): EnrolledSender {
  if (sender !== undefined && isEnrolled(sender)) return sender;
  throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: key });
}

function isEnrolled(sender: Sender): sender is EnrolledSender {
  const { status, signingKey, receivingKey, receivingSecret } = sender;
  return status === "enrolled" && signingKey !== null && receivingKey !== null && receivingSecret !== null;
}

/** Returns the settings that each answer tells a sender. */
export async function settingsOf(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  {
    receivingKey,
    targetSystemKey,
    series,
    through,
  }: Pick<EnrolledSender, "receivingKey" | "targetSystemKey" | "series" | "through">,
): Promise<SenderSettings> {
  const target = await store.get("targetSystems", targetSystemKey);
  return {
    time: clock.now(),
    whileAway: target?.passwordSenderOffline ?? "accept",
    receivingKey,
    series,
    through,
    helloMs: senderHelloMs,
  };
}
