import type { PolicyReach } from "#domain/identity/own-session.ts";
import { isAlways, isNever } from "#domain/query/condition.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import type { PolicyEngine } from "#policies/engine.ts";
import type { Principal } from "#policies/principal.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";

/** Returns the reach of each policy for the caller, by policy name. */
export async function mayOf(context: CallContext): Promise<Readonly<Record<string, PolicyReach>>> {
  const { policies } = context;
  const names = defaultPolicies.map(({ name }) => name);
  const needy = names.find((name) => policies.readsProfile(name)) ?? "";
  const principal = await principalOf(context, needy);
  return Object.fromEntries(names.map((name) => [name, reachOf(policies, name, principal)]));
}

function reachOf(policies: PolicyEngine, name: string, principal: Principal): PolicyReach {
  if (policies.fault(name) !== undefined) return "none";
  // A policy that no database can evaluate reads the row in any case.
  if (!policies.ruledByRows(name)) return "some";
  const condition = policies.rowPredicate(name, principal);
  if (isAlways(condition)) return "all";
  return isNever(condition) ? "none" : "some";
}
