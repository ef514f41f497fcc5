import { ServiceError } from "#domain/errors.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { isNever } from "#domain/query/condition.ts";
import type { Principal } from "#policies/principal.ts";

import type { CallContext } from "./context.ts";
import type { PolicyCheck } from "./define-operation.ts";
import { principalOf } from "./principal.ts";

/** A call whose policies are being asked: which rows each lets it see is noted. */
export type Authorizing = CallContext & { readonly visible: Map<string, Expression> };

/**
 * Asks a policy of a call; what needs no facts is decided at once.
 * @throws FORBIDDEN
 */
export function checkPolicy<Input>(
  policy: PolicyCheck<Input>,
  context: Authorizing,
  call: { input: Input; valid: boolean },
): Promise<void> | undefined {
  const principal = principalOf(context, policy.name);
  if (principal instanceof Promise || !policy.rows) return checkFacts(policy, context, { ...call, principal });
  checkRows(policy, context, principal);
  return undefined;
}

/**
 * Asks a user's call for a policy of which only the rows show that it is needed, in the transaction that reads them.
 * @throws FORBIDDEN
 */
export async function requirePolicy(context: CallContext, policy: PolicyCheck<undefined>): Promise<void> {
  if (context.caller.kind === "engine") return;
  await checkPolicy(policy, context as Authorizing, { input: undefined, valid: true });
}

type RowCheck = Pick<PolicyCheck<never>, "name" | "mayShowNone">;

function checkRows({ name, mayShowNone }: RowCheck, { policies, visible }: Authorizing, principal: Principal): void {
  const condition = policies.rowPredicate(name, principal);
  if (isNever(condition) && mayShowNone !== true) {
    const reason = policies.fault(name) ?? "the policy shows no row";
    throw new ServiceError("FORBIDDEN", { target: name, detail: `${name}: ${reason}` });
  }
  visible.set(name, condition);
}

async function checkFacts<Input>(
  policy: PolicyCheck<Input>,
  context: Authorizing,
  { input, valid, principal: coming }: { input: Input; valid: boolean; principal: Promise<Principal> | Principal },
): Promise<void> {
  const principal = await coming;
  if (policy.rows) return checkRows(policy, context, principal);
  let missing: ServiceError | undefined;
  const resource = await (policy.facts?.(context, input) ?? Promise.resolve({})).catch((error: unknown) => {
    // The object of a repeated call may be deleted since, most likely by the call itself.
    if (valid && context.before === undefined) throw error;
    if (error instanceof ServiceError) missing = error;
    return {};
  });
  const decision = context.policies.decide(policy.name, { principal, resource });
  if (!decision.allowed) {
    if (valid && missing) throw missing;
    throw new ServiceError("FORBIDDEN", { target: policy.name, detail: `${policy.name}: ${decision.reason}` });
  }
}
