import { errors } from "#domain/errors.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { isAccountBlocked } from "../../password-blocks/engine/blocks-on.ts";

type Operation = Row<"requestOperations">;

/** Returns the failure of a password reset that was accepted before a block was created that bars it now; undefined if none does. */
export async function resetBlockedSince(
  context: ServiceContext,
  { code, accountKey }: Pick<Operation, "code" | "accountKey">,
): Promise<Pick<Operation, "result" | "errorCode" | "errorMessage" | "nextTryAt" | "finishedAt"> | undefined> {
  if (accountKey === null || definitionOf(code).capability !== "resetPassword") return undefined;
  if (!(await isAccountBlocked(context, accountKey))) return undefined;
  return {
    result: OperationResult.Failed,
    errorCode: "PASSWORD_RESET_BLOCKED",
    errorMessage: errors.PASSWORD_RESET_BLOCKED.message,
    nextTryAt: null,
    finishedAt: context.clock.now(),
  };
}
