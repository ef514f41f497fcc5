import { ModuleName } from "#domain/module-name.ts";
import type { RunStep, RunStepInput } from "#domain/runs/run-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { actOnItem, beginActing } from "#operations/runs/act-on-item.ts";
import { nextRunStep } from "#operations/runs/next-run-step.ts";

import { asStep, requireLocal, whileBeating } from "./step.ts";

/** The activities of the workflow of a run, by the names that histories know; its hub step is a short transaction that runs as a local activity. */
export interface RunActivities {
  /** Computes from the rows what a run does next. */
  nextVaultRunStep(input: RunStepInput): Promise<RunStep>;
  /** Acts on items of a run that go to no proxy, as its kind wants it: plug-ins of dependants are asked. The rows tell what came of it, and the engine knows keys alone. */
  askDependants(input: { readonly operationKeys: readonly string[] }): Promise<void>;
}

/** Makes the activities of runs. */
export function createRunActivities(service: ServiceContext): RunActivities {
  // A step commits nothing for the outbox, so looking into it after each one would be in vain.
  const context: ServiceContext = { ...service, nudge: () => undefined };
  return {
    async nextVaultRunStep(input) {
      requireLocal();
      const { key, ordinal } = input;
      return asStep(context, { runKey: key, ordinal }, "A step of a run failed.", () =>
        invoke(nextRunStep, context, engineCaller(ModuleName.Idtm, key), input),
      );
    },
    async askDependants({ operationKeys }) {
      await whileBeating(() => Promise.all(operationKeys.map((operationKey) => actOnOne(context, operationKey))));
    },
  };
}

/** Counts the act first, in a transaction of its own: whoever acts again, because this process has died, knows that there was one. */
async function actOnOne(context: ServiceContext, operationKey: string): Promise<void> {
  await asStep(context, { operationKey }, "An item of a run could not be carried out.", async () => {
    const engine = engineCaller(ModuleName.Idtm, operationKey);
    const sends = await invoke(beginActing, context, engine, { operationKey });
    if (sends !== null) await invoke(actOnItem, context, engine, { operationKey, sends });
  });
}
