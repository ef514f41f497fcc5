import { ModuleName } from "#domain/module-name.ts";
import type { VaultRunStep, VaultRunStepInput } from "#domain/vault/vault-run.ts";
import { engineCaller } from "#operations/callers.ts";
import type { ServiceContext } from "#operations/context.ts";
import { invoke } from "#operations/invoke.ts";
import { nextRunStep } from "#operations/vault/next-run-step.ts";

import { asStep, requireLocal } from "./step.ts";

/** The hub step of the workflow `vaultRun`, a short transaction that runs as a local activity. */
export interface VaultRunActivities {
  /** Computes from the rows what a run over managed accounts does next. */
  nextVaultRunStep(input: VaultRunStepInput): Promise<VaultRunStep>;
}

/** Makes the hub step of runs over managed accounts. */
export function createVaultRunActivities(service: ServiceContext): VaultRunActivities {
  // A step commits nothing for the outbox, so looking into it after each one would be in vain.
  const context: ServiceContext = { ...service, nudge: () => undefined };
  return {
    async nextVaultRunStep(input) {
      requireLocal();
      const { key, ordinal } = input;
      return asStep(context, { runKey: key, ordinal }, "A step of a run over managed accounts failed.", () =>
        invoke(nextRunStep, context, engineCaller(ModuleName.Idtm, key), input),
      );
    },
  };
}
