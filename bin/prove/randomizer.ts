import { eq } from "#domain/query/condition.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { randomizeManagedSystemPolicy } from "#operations/managed-accounts/ask-for-runs.ts";

import { programCaller } from "../program-caller.ts";

/** Randomization of the passwords of all accounts of a proof. */
export interface Randomizer {
  /** Starts a round that changes each password once more; no round may be in progress. */
  begin(): Promise<void>;
  /** Returns true if a round is in progress. */
  isBusy(): Promise<boolean>;
  /** Returns the number of passwords changed and confirmed so far. */
  confirmed(): Promise<number>;
  /** Returns the number of accounts whose password the vault does not know. */
  unconfirmed(): Promise<number>;
}

/** Makes a randomizer that uses the same operation as users: a run over the policy of the proof. */
export function createRandomizer(context: ServiceContext, policyId: string): Randomizer {
  const { store } = context;
  return {
    async begin() {
      await invoke(randomizeManagedSystemPolicy, context, programCaller("vault prove"), {
        key: policyId,
        confirm: true,
      });
    },
    isBusy: async () => (await store.count("runs", eq("endedAt", null))) > 0,
    confirmed: () => store.count("vaultEntries", { origin: "randomized", status: "C" }),
    unconfirmed: async () =>
      (await store.count("managedAccounts")) - (await store.count("managedAccounts", { status: "C" })),
  };
}
