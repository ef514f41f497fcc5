import { deficitExceptionCode } from "#domain/requests/named-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Performer } from "../../kernel/performer.ts";
import { addException } from "../../kernel/rows/add-exception.ts";
import { roleContains } from "../../kernel/rows/role-contains.ts";

const notContained = "The role no longer contains this access.";

/** Performer of exceptions from what roles give; one about access that the role no longer contains is not needed any more. */
export const exceptionPerformer: Performer<CallContext> = {
  async begin(context, operation) {
    const { code, roleKey } = operation;
    if (await roleContains(context, roleKey ?? "", operation))
      return addException(context, operation, code === deficitExceptionCode ? "deficit" : "surplus");
    const finishedAt = context.clock.now();
    return { result: OperationResult.NoLongerApplicable, errorMessage: notContained, finishedAt };
  },
};
