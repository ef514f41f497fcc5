import { z } from "zod";

import { aborted, type DiscoveryOutcome, outcomeOf } from "#domain/discovery/discovery-end.ts";
import type { DiscoveryEnd, DiscoveryStep } from "#domain/discovery/discovery.ts";
import { errors } from "#domain/errors.ts";
import { lifeOf, noLife } from "#domain/proxies/proxy-life.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { confirmTasks } from "../../requests/engine/confirm-tasks.ts";
import { type Discovery, saveDiscovery } from "./discovery-of.ts";
import { discoveryStep } from "./discovery-step.ts";

/** Computes the outcome of a discovery from its row, the clock and the reports of its proxy; undefined if it has not ended. */
export async function outcomeOfDiscovery(
  { store, clock }: CallContext,
  { discovery: state, errorCode, handedOutAt, sentAt, proxyServer }: Discovery,
): Promise<DiscoveryOutcome | undefined> {
  const now = clock.now();
  const row = await store.get("proxyServers", proxyServer ?? "");
  return outcomeOf({ state, errorCode, handedOutAt, sentAt, now, proxy: row ? lifeOf(row, now) : noLife });
}

/**
 * Ends a discovery that is over. Its row determines the outcome; the engine's report is no part of it. A discovery that is not over stays
 * unchanged, and the sweep restarts its workflow.
 */
export const endDiscovery = discoveryStep<DiscoveryEnd>(
  "end",
  { failure: z.string().nullable(), warnings: z.array(z.string()) },
  async (context, operation, { failure: reported }): Promise<DiscoveryStep> => {
    const outcome = await outcomeOfDiscovery(context, operation);
    if (outcome !== undefined) return endNow(context, operation, outcome);
    context.log.warn(
      { operationKey: operation.key, reported },
      "A discovery is not over; it goes on in a new workflow.",
    );
    return { do: "finished" };
  },
);

/**
 * Ends a long-running discovery if its rows say that it is over; otherwise it continues. The sweep calls this, not the end of a workflow.
 */
export const endOverdueDiscovery = discoveryStep("endOverdue", {}, async (context, operation) => {
  const outcome = await outcomeOfDiscovery(context, operation);
  return outcome === undefined ? { do: "wait" } : endNow(context, operation, outcome);
});

/** Records the outcome of a discovery, with its counts in the audit, and deletes its staged listing. */
export async function endNow(
  context: CallContext,
  operation: Discovery,
  { failure, warnings }: DiscoveryOutcome,
): Promise<DiscoveryStep> {
  const { store, clock, caller } = context;
  const { key, targetSystemKey } = operation;
  await store.staging.clear(key);
  const result = failure === null ? "S" : failure === aborted ? "R" : "F";
  await store.save("requestOperations", {
    key,
    result,
    finishedAt: clock.now(),
    nextTryAt: null,
    ...errorOf(operation, failure),
  });
  // A failed load may mean an unusable feed: the next discovery lists everything.
  if (result === "F" && operation.discovery.mode === "changes") await store.changeTokens.forget(targetSystemKey);
  const { discovery } = await saveDiscovery(context, operation, { phase: "ended", warnings });
  await store.audit({
    sessid: caller.sessid,
    operation: "DISC",
    result: failure === null ? "S" : "F",
    actor: caller.id,
    ident: key,
    targetSystem: targetSystemKey,
    batchId: key,
    requestId: caller.requestId,
    message: JSON.stringify({ failure, ...summaryOf(discovery) }),
  });
  await noteWarnings(context, operation, warnings);
  if (failure === null)
    await confirmTasks(context, { targetSystemKey, listedAt: operation.sentAt ?? operation.createdAt });
  await store.outbox.settle({ workflowType: "discovery", workflowId: key });
  await store.steps.forget(key);
  return { do: "finished" };
}

function summaryOf({
  mode,
  listed,
  removals,
  known,
  losses = [],
  leftOut = [],
  loaded,
  managedGroups = 0,
  associated,
  people,
  owners,
  imported,
  warnings,
}: Discovery["discovery"]): object {
  const { problems, ...made } = people ?? { problems: [] };
  const ofPeople = people ? { people: { ...made, problems: problems.length } } : {};
  const ofOwners = owners ? { owners: { ...owners, problems: owners.problems.length } } : {};
  const ofListing = { mode, listed, removals, known, losses, leftOut: leftOut.length };
  return { ...ofListing, ...loaded, managedGroups, associated, ...ofPeople, ...ofOwners, ...imported, warnings };
}

/** Returns the error columns, with the target's own words if the proxy reported them. */
function errorOf(operation: Discovery, failure: string | null): Partial<Row<"requestOperations">> {
  if (failure === null) return { errorCode: null, errorMessage: null, errorTargetCode: null };
  if (operation.errorCode === failure) return {};
  const known: Readonly<Record<string, { readonly message: string }>> = errors;
  const words = failure === aborted ? "An operator has ended the discovery." : known[failure]?.message;
  return { errorCode: failure, errorMessage: words ?? `The discovery failed (${failure}); the log says more.` };
}

async function noteWarnings(
  { log }: CallContext,
  { key, targetSystemKey }: Discovery,
  warnings: readonly string[],
): Promise<void> {
  for (const step of warnings) {
    log.warn(
      { operationKey: key, targetSystem: targetSystemKey, step },
      "A step of a discovery failed; context_strict is off.",
    );
  }
}
