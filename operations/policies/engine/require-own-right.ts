import { ServiceError } from "#domain/errors.ts";
import { policyName, policyOf } from "#domain/policy-name.ts";
import { createPolicyEngine, type PolicyEngine } from "#policies/engine.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { policyFacts } from "./policies-of-change.ts";
import { storedPolicies } from "./stored-policies.ts";

/** Policies without which no one sees or changes a policy. */
const rights = [policyOf.get("policies"), policyOf.update("policies")];
/** Policies that let users sign in; one of them suffices. */
const doors = [policyName("/react/session", "post_create"), policyName("/identity/connect/token", "post_create")];
const needed = [...rights, ...doors];

/**
 * Throws POLICY_LOCKS_OUT if a change, in its transaction, takes its caller's permission to see or change policies, or their last way to
 * sign in. So a caller can undo a mistake. The operator's commands need no such permission.
 * @throws POLICY_LOCKS_OUT
 */
export async function requireOwnRight(context: CallContext, changed: string): Promise<void> {
  if (context.caller.kind !== "user" || !needed.includes(changed)) return;
  const inForce = await storedPolicies(context.store);
  const after = createPolicyEngine(
    inForce.filter(({ name }) => needed.includes(name)),
    { broken: "deny" },
  );
  for (const right of rights)
    for (const of of rights) {
      const resource = await policyFacts(context, { key: of });
      const asks = (policies: PolicyEngine) => allows({ ...context, policies }, right, resource);
      if ((await asks(context.policies)) && !(await asks(after))) throw lockedOut(`'${right}' would deny it to you`);
    }
  const isOpen = async (policies: PolicyEngine) => {
    const open = await Promise.all(doors.map((door) => allows({ ...context, policies }, door, {})));
    return open.includes(true);
  };
  if ((await isOpen(context.policies)) && !(await isOpen(after))) throw lockedOut("you could no longer sign in");
}

async function allows(
  context: CallContext,
  name: string,
  resource: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const principal = await principalOf(context, name);
  return context.policies.decide(name, { principal, resource }).allowed;
}

const wayOut =
  "Set force to true to save it anyway; 'gatehouse policy reset' on the machine of the service then undoes it.";

function lockedOut(why: string): ServiceError {
  const message = `This change removes your right to edit policies: ${why}. ${wayOut}`;
  return new ServiceError("POLICY_LOCKS_OUT", { target: "force", message });
}
