import { ServiceError } from "#domain/errors.ts";
import { policyName, policyOf } from "#domain/policy-name.ts";
import { createPolicyEngine, type PolicyEngine } from "#policies/engine.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { policyFacts } from "./policies-of-change.ts";
import { storedPolicies } from "./stored-policies.ts";

/** Without one of them nobody sees a policy, or changes one. */
const rights = [policyOf.get("policies"), policyOf.update("policies")];
/** By one of these people come in. */
const doors = [policyName("/react/session", "post_create"), policyName("/identity/connect/token", "post_create")];
const needed = [...rights, ...doors];

/**
 * Makes sure, in the transaction of a change, that it takes nothing of the right from its caller to see and to change policies, and not
 * the last door by which they come in: so whoever makes a slip can undo it. The operator's commands ask for no such right.
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
  if ((await isOpen(context.policies)) && !(await isOpen(after))) throw lockedOut("you could not sign in any more");
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
  "Say force: true to do it all the same; 'gatehouse policy reset' on the machine of the service is the way back then.";

function lockedOut(why: string): ServiceError {
  const message = `After this change you could not change policies any more: ${why}. ${wayOut}`;
  return new ServiceError("POLICY_LOCKS_OUT", { target: "force", message });
}
