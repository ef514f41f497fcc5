import { passwordResetAwaitedMs } from "#domain/chain-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { isFinalResult, isFulfilled } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { withDeadline } from "../../kernel/with-deadline.ts";
import type { Ended } from "./answer-step.ts";

/** What has become of a password that was chosen for a forgotten one. */
export interface FollowedReset {
  /** It is set everywhere, a target system has refused it, or it is still on its way to them. */
  readonly state: "set" | "refused" | "underWay";
  /** Why it was refused, in the target system's own words where they are its. */
  readonly message: string | null;
  /** The origin of the page from which the person came; null = none to which anybody is led back. */
  readonly returnTo: string | null;
}

/**
 * Waits a moment for what becomes of a password that somebody has chosen. The request that sets it goes on whether anybody waits or not.
 * @throws SIGN_IN_ATTEMPT_OVER where the sign-in was for something else
 */
export async function followReset(
  service: Pick<ServiceContext, "store">,
  { given }: Extract<Ended, { readonly at: "ALLOW" }>,
): Promise<FollowedReset> {
  if (given.aim !== "newPassword") throw new ServiceError("SIGN_IN_ATTEMPT_OVER", { detail: `it is for ${given.aim}` });
  const { operation, returnTo } = given;
  if (operation === null) return { state: "set", message: null, returnTo };
  const ended = await withDeadline(passwordResetAwaitedMs, () => endedOperation(service, operation.key));
  if (ended === undefined) return { state: "underWay", message: null, returnTo };
  if (isFulfilled(ended.result)) return { state: "set", message: null, returnTo };
  return { state: "refused", message: ended.errorMessage, returnTo };
}

async function endedOperation(
  { store }: Pick<ServiceContext, "store">,
  key: string,
): Promise<Row<"requestOperations"> | undefined> {
  const operation = await store.get("requestOperations", key);
  return operation !== undefined && isFinalResult(operation.result) ? operation : undefined;
}
