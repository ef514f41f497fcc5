import type { ResetPasswordRequest, VerifyRequest } from "#connectors/contract/index.ts";

import { can, type OrderCall, perform } from "./order-call.ts";

/**
 * Sets a password as administrator. A directory with a history rule refuses the same password a second time, so an order
 * that was sent before is verified first and counts as done when the password holds.
 */
export async function setPassword(context: OrderCall, request: ResetPasswordRequest): Promise<void> {
  if (context.order.sends > 1 && (await passwordHolds(context, request)) === true) return;
  await perform(context, "resetPassword", request);
}

/** Whether the password opens the account, asked in the way that counts least towards a lockout; undefined = cannot be asked. */
export async function passwordHolds(context: OrderCall, request: VerifyRequest): Promise<boolean | undefined> {
  const { account, password } = request;
  const capability = (["adminVerify", "verify"] as const).find((name) => can(context, name));
  if (capability === undefined) return undefined;
  const answer = await perform(context, capability, { account, password });
  // "Must change" and "expired" are told only to someone who gave the right password.
  return answer.ok || answer.reason === "mustChange" || answer.reason === "expired";
}
