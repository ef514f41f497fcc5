import { OperationResult } from "#domain/requests/operation-result.ts";
import type { PhaseResource } from "#domain/requests/phase-resources.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";
import type { Performer } from "../../kernel/performer.ts";
import { addException } from "../../kernel/rows/add-exception.ts";

/** Performer of exceptions from rules, whose phases decide about them; one from a rule that was removed meanwhile is not needed any more. */
export const ruleExceptionPerformer: Performer<CallContext> = {
  authorizedBy: async (_context: CallContext, operations: readonly CodedOperation[]) =>
    operations.map(({ sodRuleKey }): readonly PhaseResource[] => [
      { resourceType: "sodRule", resourceKey: sodRuleKey ?? "" },
    ]),
  async begin(context, operation) {
    if ((await context.store.get("sodRules", operation.sodRuleKey ?? "")) !== undefined)
      return addException(context, operation, "sod");
    return { result: OperationResult.NoLongerApplicable, finishedAt: context.clock.now() };
  },
};
