import { ServiceError } from "#domain/errors.ts";
import { nearestName } from "#domain/nearest-name.ts";
import { defaultPolicies, defaultPolicy } from "#policies/default-policies.ts";
import type { Policy } from "#policies/policy.ts";

/**
 * Returns the default policy of a name.
 * @throws POLICY_UNKNOWN with the nearest name
 */
export function policyOfName(name: string): Policy {
  const policy = defaultPolicy(name);
  if (policy !== undefined) return policy;
  const nearest = nearestName(
    name,
    defaultPolicies.map((known) => known.name),
  );
  const hint = nearest === undefined ? "'gatehouse policy list' shows all names." : `Did you mean '${nearest}'?`;
  throw new ServiceError("POLICY_UNKNOWN", { target: "name", message: `Nothing asks a policy '${name}'. ${hint}` });
}
