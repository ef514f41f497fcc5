import type { ColumnCall } from "./column-change.ts";
import type { CallContext } from "./context.ts";
import type { Operation } from "./define-operation.ts";
import { checkedInput } from "./input-invalid.ts";
import { type Authorizing, checkPolicy } from "./require-policy.ts";

/**
 * Makes a call of an operation that is a part of the present one, with its transaction and its row of the audit. The policies are asked
 * before each part, because the calls of a group are prepared apart from their run.
 */
export function callWithin<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  input: unknown,
): ColumnCall<CallContext> {
  const allowed = async (context: CallContext) => {
    const checked = checkedInput(operation.input, input);
    if (context.caller.kind === "engine") return checked;
    for (const policy of operation.policies)
      await checkPolicy(policy, context as Authorizing, { input: checked, valid: true });
    return checked;
  };
  return {
    prepare: async (context) => operation.prepare?.(context, await allowed(context)),
    run: async (context, prepared) => operation.run(context, await allowed(context), prepared as Prepared),
  };
}
