import { eq } from "#domain/query/condition.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { randomizeManagedSystemPolicy } from "#operations/managed-accounts/ask-for-runs.ts";

import { programCaller } from "../program-caller.ts";

/** Changes the passwords of all accounts of a proof. */
export interface Randomizer {
  /** Has each changed once more; no round may be under way. */
  begin(): Promise<void>;
  /** Whether a round is under way. */
  isBusy(): Promise<boolean>;
  /** Passwords that were changed and confirmed so far. */
  confirmed(): Promise<number>;
  /** Accounts of which the vault does not know the password. */
  unconfirmed(): Promise<number>;
}

/** Makes it, over the operation that people have for it: a run over the policy of the proof. */
export function createRandomizer(context: ServiceContext, policyId: string): Randomizer {
  const { store } = context;
  return {
    async begin() {
      await invoke(randomizeManagedSystemPolicy, context, programCaller("vault prove"), {
        key: policyId,
        confirm: true,
      });
    },
    isBusy: async () => (await store.count("vaultRuns", eq("endedAt", null))) > 0,
    confirmed: () => store.count("vaultEntries", { origin: "randomized", status: "C" }),
    unconfirmed: async () =>
      (await store.count("managedAccounts")) - (await store.count("managedAccounts", { status: "C" })),
  };
}
