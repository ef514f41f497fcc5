import { ModuleName } from "#domain/module-name.ts";
import { sourcedKey } from "#domain/requests/order-source.ts";
import type { VaultRunStep, VaultRunStepInput } from "#domain/vault/vault-run.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { askDependant, beginAsking } from "#operations/vault/ask-dependant.ts";
import { nextRunStep } from "#operations/vault/next-run-step.ts";

import { asStep, requireLocal, whileBeating } from "./step.ts";

/** Hub steps of the workflow `vaultRun`; the next step is a short transaction that runs as a local activity. */
export interface VaultRunActivities {
  /** Computes from the rows the next step of a run over managed accounts. */
  nextVaultRunStep(input: VaultRunStepInput): Promise<VaultRunStep>;
  /** Asks the plug-ins of dependents for orders of a run. The rows hold the results; the engine sees only keys. */
  askDependants(input: { readonly operationKeys: readonly string[] }): Promise<void>;
}

/** Makes the hub step of runs over managed accounts. */
export function createVaultRunActivities(service: ServiceContext): VaultRunActivities {
  // A step commits nothing for the outbox, so a sweep after each one would be in vain.
  const context: ServiceContext = { ...service, nudge: () => undefined };
  return {
    async nextVaultRunStep(input) {
      requireLocal();
      const { key, ordinal } = input;
      return asStep(context, { runKey: key, ordinal }, "A step of a run over managed accounts failed.", () =>
        invoke(nextRunStep, context, engineCaller(ModuleName.Idtm, key), input),
      );
    },
    async askDependants({ operationKeys }) {
      const keys = operationKeys.map((operationKey) => sourcedKey(operationKey).key);
      await whileBeating(() => Promise.all(keys.map((key) => askOne(context, key))));
    },
  };
}

/**
 * Asks the plug-in of one dependent. The call is counted first, in a transaction of its own, so that a retry after the death of this
 * process knows of it.
 */
async function askOne(context: ServiceContext, key: string): Promise<void> {
  await asStep(context, { orderKey: key }, "A plug-in of a dependant could not be asked.", async () => {
    const engine = engineCaller(ModuleName.Idtm, key);
    const sends = await invoke(beginAsking, context, engine, { key });
    if (sends !== null) await invoke(askDependant, context, engine, { key, sends });
  });
}
