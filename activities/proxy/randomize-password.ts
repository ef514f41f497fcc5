import { ConnectorError, type Verified, type VerifyRequest } from "#connectors/contract/index.ts";

import { answerOf, comparedByAdministrator, type Tell, tellerOf } from "./asked-password.ts";
import { toConnectorError } from "./connector-failure.ts";
import { can, type OrderCall, perform } from "./order-call.ts";

/**
 * Gives an account the password that the vault has for it, and counts as done only when the target says that it opens. What was
 * sent before, or may be in force already, is looked at first: the new password, then the older ones; none is set while the target lets none in.
 * @throws currentPassword where the target lets in none that it should, or not the one that it has just taken; internal where it
 * gives no word about a password; notSupported, before anything is set, where it cannot be asked and the order needs it
 */
export async function randomizePassword(context: OrderCall, request: VerifyRequest): Promise<void> {
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

/** Sets what nobody can verify, where the order takes the target's word for it. */
async function setUnseen(context: OrderCall, request: VerifyRequest): Promise<void> {
  const { order, connector } = context;
  if (order.confirmWithoutVerify !== true)
    throw new ConnectorError("notSupported", `The connector ${connector.definition.id} cannot verify passwords.`);
  await perform(context, "resetPassword", request).catch((error: unknown) => {
    const known = toConnectorError(connector.definition, error);
    // A history rule refuses what an earlier send has set: such a refusal says nothing of the password.
    if (order.sends > 1 && !known.retryable)
      throw new ConnectorError("internal", `An earlier send may have set it: ${known.message}`, { cause: error });
    throw known;
  });
}

/** Makes sure that the account still has a password of ours: what opens by none of them is not touched. */
async function requireOlder(context: OrderCall, { account }: VerifyRequest): Promise<void> {
  const { olderPasswords = [] } = context.order;
  // An account of which no other password is known has nothing that could be asked about.
  if (olderPasswords.length === 0) return;
  for (const { key, secret } of olderPasswords) if (await opens(context, { account, password: secret }, key)) return;
  throw new ConnectorError("currentPassword", "Neither the new password nor an older one opens the account.");
}

/** Asks the target about one password, in the way that counts least towards a lockout, and tells what it says. */
async function opens(context: OrderCall, request: VerifyRequest, key: string | undefined): Promise<boolean> {
  const compared = await comparedByAdministrator(context, request).catch((error: unknown) => {
    // Nobody may take what went wrong now for a refusal to set it.
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
