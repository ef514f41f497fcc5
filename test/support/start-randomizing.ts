import { programCaller } from "#bin/program-caller.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { randomizeManagedSystemPolicy } from "#operations/managed-accounts/ask-for-runs.ts";

/** Randomizes the passwords of all accounts under a policy, as `gatehouse managed randomize --policy` does; returns the key of the run. */
export async function startRandomizing(context: ServiceContext, policyId: string): Promise<string> {
  const asked = { key: policyId, confirm: true };
  return (await invoke(randomizeManagedSystemPolicy, context, programCaller("test"), asked)).key;
}
