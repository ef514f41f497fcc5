import {
  ConnectorError,
  type ResetPasswordRequest,
  type Verified,
  type VerifyRequest,
} from "#connectors/contract/index.ts";

import { answerOf, comparedByAdministrator, type Tell, tellerOf } from "./asked-password.ts";
import { toConnectorError } from "./connector-failure.ts";
import { can, type OrderCall, perform } from "./order-call.ts";

/**
 * Gives an account the password that the vault has for it, and succeeds only if the target says that it opens. Passwords that were sent
 * before, or may be valid already, are tested first: the new one, then the older ones. None is set while the target accepts none of them.
 * @throws currentPassword where the target lets in none that it should, or not the one that it has just taken; internal where it
 * gives no word about a password; notSupported, before anything is set, where it cannot be asked and the order needs it
 */
export async function randomizePassword(context: OrderCall, request: ResetPasswordRequest): Promise<void> {
  const { order } = context;
  if (!canAsk(context)) return setUnseen(context, request);
  if (order.sends > 1 || order.looksFirst === true) {
    if (await opens(context, request, order.passwordKey)) return;
    await requireOlder(context, request);
  }
  await perform(context, "resetPassword", request);
  if (await opens(context, request, order.passwordKey)) return;
  throw new ConnectorError("currentPassword", "The target has taken the new password and does not let it in.");
}

function canAsk(context: OrderCall): boolean {
  return can(context, "adminVerify") || can(context, "verify");
}

/** Sets a password that cannot be verified, if the order trusts the target's word for it. */
async function setUnseen(context: OrderCall, request: ResetPasswordRequest): Promise<void> {
  const { order, connector } = context;
  if (order.confirmWithoutVerify !== true)
    throw new ConnectorError("notSupported", `The connector ${connector.definition.id} cannot verify passwords.`);
  await perform(context, "resetPassword", request).catch((error: unknown) => {
    const known = toConnectorError(connector.definition, error);
    // A history rule refuses the password of an earlier send: such a refusal proves nothing about the password.
    if (order.sends > 1 && !known.retryable)
      throw new ConnectorError("internal", `An earlier send may have set it: ${known.message}`, { cause: error });
    throw known;
  });
}

/** Refuses an account that none of our passwords opens, so that a foreign one is not overwritten. */
async function requireOlder(context: OrderCall, { account }: VerifyRequest): Promise<void> {
  const { olderPasswords = [] } = context.order;
  // An account without another known password has nothing to ask about.
  if (olderPasswords.length === 0) return;
  for (const { key, secret } of olderPasswords) if (await opens(context, { account, password: secret }, key)) return;
  throw new ConnectorError("currentPassword", "Neither the new password nor an older one opens the account.");
}

/** Asks the target about one password, in the way that counts least towards a lockout, and records the answer. */
async function opens(context: OrderCall, request: VerifyRequest, key: string | undefined): Promise<boolean> {
  const compared = await comparedByAdministrator(context, request).catch((error: unknown) => {
    // The failure must not be mistaken for a refusal to set it.
    tellerOf(context, key, false)("unknown");
    throw error;
  });
  const tell = tellerOf(context, key, compared === undefined);
  const said = compared ?? (await triedAsOwner(context, request, tell));
  const answer = answerOf(said);
  tell(answer);
  if (answer === "unknown")
    throw new ConnectorError("internal", `The target says nothing of the password: ${wordsOf(said)}`);
  return answer === "opens";
}

async function triedAsOwner(context: OrderCall, request: VerifyRequest, tell: Tell): Promise<Verified> {
  return perform(context, "verify", request).catch((error: unknown) => {
    // The target may have counted it all the same.
    tell("unknown");
    throw error;
  });
}

function wordsOf(answer: Verified): string {
  return answer.ok ? "" : (answer.message ?? answer.reason);
}
