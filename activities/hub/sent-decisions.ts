import { ModuleName } from "#domain/module-name.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { listSentDecisions, takeSentDecision } from "#operations/requests/take-sent-decision.ts";

import { keepDoing } from "./keep-doing.ts";

const sweepMs = 5_000;

/** Takes all decisions that other nodes have sent about requests of this one; one that fails is tried again, and stops no other. */
export async function takeSentDecisions(context: ServiceContext, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const keys = await invoke(listSentDecisions, context, engineCaller(ModuleName.Idwfm, context.ids.guid()), {});
    let failed = 0;
    for (const key of keys) {
      if (signal?.aborted === true) return;
      try {
        await takeSentDecision(context, key);
      } catch (error) {
        failed += 1;
        context.log.warn({ err: error, key }, "A decision of another node could not be taken; it is tried again.");
      }
    }
    if (keys.length === failed) return;
  }
}

/** Takes decisions of other nodes as they arrive, and looks for forgotten ones every few seconds, until the signal fires. */
export async function keepTakingDecisions(context: ServiceContext, signal: AbortSignal): Promise<void> {
  let taking: Promise<void> | undefined;
  let isAskedAgain = false;
  const take = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await takeSentDecisions(context, signal);
    } while (isAskedAgain && !signal.aborted);
  };
  const ring = (): Promise<void> => {
    isAskedAgain = true;
    taking ??= take().finally(() => (taking = undefined));
    return taking;
  };
  const quietly = () =>
    void ring().catch((error: unknown) => context.log.debug({ err: error }, "Decisions are looked for again later."));
  const unfollow = context.changes.subscribe({ tables: ["sentDecisions"], mayWait: true, onChange: quietly });
  const failure = "Decisions of other nodes could not be looked for; it is tried again.";
  try {
    await keepDoing({ context, everyMs: sweepMs, failure, signal }, ring);
  } finally {
    unfollow();
    await taking?.catch(() => undefined);
  }
}
