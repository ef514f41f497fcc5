import { policyOf } from "#domain/policy-name.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";

import { callerOf } from "./service.ts";

/** Stores the policy of an installation in which all users may request for all others. */
export async function letAskForOthers(context: ServiceContext): Promise<void> {
  await allow(context, policyOf.create("requests"), "true");
}

/** Stores the policy of an installation in which superusers may delegate for all users. */
export async function letDelegateForOthers(context: ServiceContext): Promise<void> {
  await allow(context, policyOf.create("delegations"), "resource.delegatorKey == principal.key || IsSuperuser()");
}

async function allow(context: ServiceContext, name: string, expression: string): Promise<void> {
  const superuser = callerOf({ key: "superuser-of-tests", id: "superuser-of-tests", superuser: true });
  await invoke(setPolicy, context, superuser, { key: name, expression });
}
