import {
  type ChangePasswordRequest,
  ConnectorError,
  type ResetPasswordRequest,
  type Verified,
  type VerifyRequest,
} from "#connectors/contract/index.ts";

import { answerOf, comparedByAdministrator, holds, type Tell, tellerOf } from "./asked-password.ts";
import { toConnectorError } from "./connector-failure.ts";
import { can, type OrderCall, perform } from "./order-call.ts";

/**
 * Sets a password as administrator. A directory with a history rule refuses the same password a second time. So an order that was sent
 * before is verified first and counts as done if the password holds.
 */
export async function setPassword(context: OrderCall, request: ResetPasswordRequest): Promise<void> {
  if (looksFirst(context) && (await passwordHolds(context, request)) === true) return;
  await perform(context, "resetPassword", request);
  await requireEffect(context, request);
}

/** Returns true if an earlier try, of this order or of one before it, may have set the password. */
function looksFirst({ order }: OrderCall): boolean {
  return order.sends > 1 || order.looksFirst === true;
}

/** Changes a password as its owner; a change by an earlier try is not repeated. */
export async function changePassword(context: OrderCall, request: ChangePasswordRequest): Promise<void> {
  const { account, password } = request;
  if (looksFirst(context) && (await passwordHolds(context, { account, password })) === true) return;
  await perform(context, "changePassword", request);
  await requireEffect(context, { account, password });
}

/**
 * Tries the password that was set, if the order asks for it.
 * @throws internal if it does not open the account: the target has said yes and done nothing, or something else
 */
async function requireEffect(context: OrderCall, request: VerifyRequest): Promise<void> {
  if (context.order.verifiesAfter !== true || (await passwordHolds(context, request)) !== false) return;
  throw new ConnectorError(
    "internal",
    "The target system accepted the new password, and it does not open the account. Which password does is not known.",
  );
}

/**
 * Throws unless a password opens the account. It is tried only once, because every try may count towards the target's lockout.
 * @throws currentPassword with the target's words when it does not; internal when that cannot be known
 */
export async function verifyPassword(context: OrderCall, request: VerifyRequest): Promise<void> {
  const known = await compared(context, request);
  const tell = tellerOf(context, context.order.passwordKey, known === undefined);
  const answer = known ?? (await triedOnce(context, request, tell));
  tell(answerOf(answer));
  if (!holds(answer)) throw new ConnectorError("currentPassword", wordsOf(answer));
}

async function compared(context: OrderCall, request: VerifyRequest): Promise<Verified | undefined> {
  return comparedByAdministrator(context, request).catch((error: unknown) => {
    throw final(context, error);
  });
}

async function triedOnce(context: OrderCall, request: VerifyRequest, tell: Tell): Promise<Verified> {
  if (context.order.sends > 1) {
    throw new ConnectorError("internal", "An earlier try may have counted; a password is not tried again by itself.");
  }
  return perform(context, "verify", request).catch((error: unknown) => {
    tell("unknown");
    throw final(context, error);
  });
}

/** Returns the error of a try that is not repeated: a retryable error ends it too. */
function final(context: OrderCall, error: unknown): ConnectorError {
  const known = toConnectorError(context.connector.definition, error);
  return known.retryable ? new ConnectorError("internal", known.message, { cause: error }) : known;
}

/** Returns true if the password opens the account, by the test that counts least towards a lockout; undefined if there is none. */
export async function passwordHolds(context: OrderCall, request: VerifyRequest): Promise<boolean | undefined> {
  const { account, password } = request;
  const capability = (["adminVerify", "verify"] as const).find((name) => can(context, name));
  if (capability === undefined) return undefined;
  return holds(await perform(context, capability, { account, password }));
}

function wordsOf(answer: Verified): string {
  return answer.ok ? "" : (answer.message ?? `The password is refused: ${answer.reason}.`);
}
