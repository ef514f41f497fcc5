import { type CelInput, celEnv, celError, isCelError, isCelList, plan } from "@bufbuild/cel";

import type { Expression } from "./expression-tree.ts";
import { policyFunctions } from "./functions.ts";
import type { Principal } from "./principal.ts";

/** Returns the value of a part of an expression, or an error value; it never throws. */
export type Evaluate = (
  part: Expression,
  principal: Principal | undefined,
  variables: Readonly<Record<string, CelInput>>,
) => unknown;

/** Makes an evaluation, which caches the prepared form of each expression. */
export function createEvaluation(): Evaluate {
  let asking: Principal | undefined;
  const env = celEnv({
    funcs: policyFunctions(() => {
      if (asking === undefined) throw new Error("no principal");
      return asking;
    }),
  });
  const plans = new WeakMap<Expression, (variables: Record<string, CelInput>) => unknown>();
  // Evaluation is synchronous, so the functions that need the principal find the right one.
  return (part, principal, variables) => {
    asking = principal;
    try {
      const ready = plans.get(part) ?? plan(env, part);
      plans.set(part, ready);
      return ready(variables);
    } catch (error) {
      return celError(error);
    } finally {
      asking = undefined;
    }
  };
}

/** Returns a value in the form that the rest of the code uses, lists as arrays; undefined for an error. */
export function plainValue(value: unknown): unknown {
  if (isCelError(value)) return undefined;
  return isCelList(value) ? [...value] : value;
}
