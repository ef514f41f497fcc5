import { allOf, eq } from "#domain/query/condition.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { randomizeManagedSystemPolicy } from "#operations/managed-accounts/ask-for-runs.ts";

import { programCaller } from "../program-caller.ts";

/** Randomization of the passwords of all accounts under a policy of a proof, at one node. */
export interface Randomizer {
  /** Starts a round that changes each password once more; no round may be in progress. */
  begin(): Promise<void>;
  /** Returns true if a run of this node is in progress. */
  isBusy(): Promise<boolean>;
  /** Returns the number of passwords that this node has changed and confirmed so far. */
  confirmed(): Promise<number>;
  /** Returns the number of accounts of this node whose password the vault does not know. */
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
    isBusy: async () => (await store.count("runs", allOf(eq("endedAt", null), await store.homes.here()))) > 0,
    confirmed: () => store.count("vaultEntries", { origin: "randomized", status: "C", createdNode: store.node }),
    async unconfirmed() {
      const here = await store.homes.here();
      const known = await store.count("managedAccounts", allOf(eq("status", "C"), here));
      return (await store.count("managedAccounts", here)) - known;
    },
  };
}
