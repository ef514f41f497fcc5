import { passwordResetAwaitedMs } from "#domain/chain-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { isFinalResult, isFulfilled } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { withDeadline } from "../../kernel/with-deadline.ts";
import type { Ended } from "./answer-step.ts";

/** Progress of a password chosen for a forgotten one. */
export interface FollowedReset {
  /** `set` everywhere, `refused` by a target system, or `underWay` to the accounts. */
  readonly state: "set" | "refused" | "underWay";
  /** Reason for the refusal, in the target system's own words if it gave it. */
  readonly message: string | null;
  /** Origin of the page from which the user came; null if there is no allowed one to return to. */
  readonly returnTo: string | null;
}

/**
 * Waits a moment for the result of a chosen password. The request that sets it continues whether or not anyone waits.
 * @throws SIGN_IN_ATTEMPT_OVER if the sign-in had another aim
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
