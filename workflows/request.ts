import {
  CancellationScope,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";

import type { RequestActivities } from "#activities/hub/request.ts";
import type { Chunk, EndedChunk, PerformActivities, RequestStep } from "#domain/requests/request-step.ts";

import { createBell } from "./bell.ts";
import { failureCode } from "./failure-code.ts";
import { isHistoryLong } from "./history.ts";
import { wake } from "./wake.ts";

const { nextRequestStep } = proxyLocalActivities<RequestActivities>({
  startToCloseTimeout: "15 seconds",
  retry: { initialInterval: "100 milliseconds", maximumInterval: "30 seconds" },
});

/**
 * Carries a request from its submission to its end. It knows no rules: after each wake, alarm or ended chunk it asks
 * the hub step for the next step. The hub step reads the rows. The `first` step may have been done before it was
 * started.
 */
export async function request(key: string, first?: RequestStep): Promise<void> {
  const { runId } = workflowInfo();
  const bell = createBell();
  const hands = createHands(() => bell.ring());
  // The wake that comes with its start tells nothing that the first step has not seen.
  const answered = first === undefined ? 0 : 1;
  let wakes = 0;
  setHandler(wake, () => {
    wakes += 1;
    if (wakes > answered) bell.ring();
  });

  function nextStep(ordinal: number): Promise<RequestStep> {
    const ended = hands.ended.splice(0);
    bell.silence();
    if (ordinal === 0 && first !== undefined) return Promise.resolve(first);
    return nextRequestStep({ key, run: runId, ordinal, wakes, ended, held: [...hands.held.keys()] });
  }

  for (let ordinal = 0; !hands.isDone; ordinal += 1) {
    const step = await nextStep(ordinal);
    if (step.do === "finished") return;
    hands.change(step);
    // A running chunk would be lost to the next run, so it is awaited first.
    if (hands.held.size === 0 && hands.ended.length === 0 && isHistoryLong()) {
      await continueAsNew<typeof request>(key);
    }
    if (step.waitMs !== null) bell.ringIn(step.waitMs);
    await bell.rung();
  }
}

/** Running and ended chunks of a run. */
interface Hands {
  /** Scopes that cancel operations, by the key of each operation that is with a proxy or on its queue. */
  readonly held: ReadonlyMap<string, CancellationScope>;
  /** Ended chunks that the hub step does not know yet. */
  readonly ended: EndedChunk[];
  /** True if the only chunk has ended its request. */
  readonly isDone: boolean;
  /** Cancels the operations that are given up, and gives the chunks of the step to their proxies. */
  change(step: Exclude<RequestStep, { readonly do: "finished" }>): void;
}

function createHands(ring: () => void): Hands {
  const held = new Map<string, CancellationScope>();
  const ended: EndedChunk[] = [];
  let handedOut = 0;
  let isDone = false;

  async function perform(chunk: Chunk): Promise<void> {
    const scope = new CancellationScope();
    for (const operationKey of chunk.operationKeys) held.set(operationKey, scope);
    const { failure, isLast } = await scope.run(() => performChunk(chunk));
    for (const operationKey of chunk.operationKeys) held.delete(operationKey);
    ended.push({ operationKeys: chunk.operationKeys, failure });
    // If one proxy had all chunks, a false report of it delays only what it could delay anyway, until the sweep comes.
    isDone = isLast && handedOut === 1;
    ring();
  }

  return {
    held,
    ended,
    get isDone() {
      return isDone;
    },
    change(step) {
      for (const operationKey of step.giveUp ?? []) held.get(operationKey)?.cancel();
      const chunks = step.do === "perform" ? step.chunks : [];
      handedOut += chunks.length;
      for (const chunk of chunks) void perform(chunk);
    },
  };
}

/** Result of a chunk on its proxy: null or the code of the failure, and whether the proxy reports it as the last. */
interface Performed {
  readonly failure: string | null;
  readonly isLast: boolean;
}

async function performChunk(chunk: Chunk): Promise<Performed> {
  const { performOperations } = proxyActivities<PerformActivities>({
    taskQueue: `proxy-${chunk.proxy}`,
    heartbeatTimeout: "15 seconds",
    startToCloseTimeout: "2 minutes",
    // Not a measure of the proxy, which works off its queue at its own pace: the hub step knows from reports whether it is alive.
    scheduleToStartTimeout: "30 minutes",
    retry: { initialInterval: "2 seconds", backoffCoefficient: 2, maximumAttempts: 3 },
  });
  try {
    const { isLast = false } = await performOperations({ operationKeys: chunk.operationKeys });
    return { failure: null, isLast };
  } catch (error) {
    return { failure: failureCode(error), isLast: false };
  }
}
