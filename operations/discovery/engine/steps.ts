import { z } from "zod";

import {
  discoveredTypes,
  type DiscoveryState,
  type DiscoveryStep,
  type ListingReport,
} from "#domain/discovery/discovery.ts";
import { leftOutWords, shownOtherwise } from "#domain/discovery/left-out.ts";
import { lossesOf, lossesToConfirm } from "#domain/discovery/losses.ts";
import { askedPauseMsMax } from "#domain/limits.ts";
import { stampedAt } from "#domain/replication/stamp.ts";
import type { LoadOrder } from "#store/discovery/load-order.ts";

import { chosenProxy } from "../../abilities/serving-proxy.ts";
import type { CallContext } from "../../kernel/context.ts";
import { type Discovery, saveDiscovery, withLeftOut } from "./discovery-of.ts";
import { discoveryStep, NotItsTurn, type StepInput } from "./discovery-step.ts";
import { endNow, outcomeOfDiscovery } from "./end-discovery.ts";
import { forgetFeedOfPullMode } from "./full-listing.ts";
import { groupsBecomeManaged } from "./load-options.ts";

/**
 * Begins a discovery: chooses the proxy, and stores the time from which the listing counts. Another run of the workflow continues with the
 * staged part of the listing; a loaded listing is listed again.
 */
export const beginDiscovery = discoveryStep<StepInput & { readonly run: string }>(
  "begin",
  { run: z.string() },
  async (context, operation): Promise<DiscoveryStep> => {
    const { store, clock } = context;
    const { phase, strict } = operation.discovery;
    const outcome = await outcomeOfDiscovery(context, operation);
    if (outcome !== undefined) return endNow(context, operation, outcome);
    const target = await store.get("targetSystems", operation.targetSystemKey);
    if (!target) return endNow(context, operation, { failure: "TARGET_UNKNOWN", warnings: [] });
    const proxyServer = await chosenProxy(context, target);
    if (phase !== "queued") await store.steps.forget(operation.key);
    const handedOut = {
      key: operation.key,
      discoveredObjects: null,
      result: "P",
      proxyServer,
      handedOutAt: clock.now(),
    } as const;
    await store.save("requestOperations", { ...handedOut, errorCode: null, errorMessage: null, errorTargetCode: null });
    const isUnderWay = phase === "listing" || phase === "confirming" || phase === "loading";
    const parts = isUnderWay ? {} : await newListing(context, operation);
    // The operator's decision was about the removals of that time.
    await saveDiscovery(context, operation, { ...parts, phase: "listing", decision: null });
    return { do: "list", proxy: proxyServer, strict, pauseMsMax: askedPauseMsMax };
  },
);

async function newListing(context: CallContext, operation: Discovery): Promise<Partial<DiscoveryState>> {
  const { store } = context;
  const { key, targetSystemKey } = operation;
  await store.staging.clear(key);
  await forgetFeedOfPullMode(context, targetSystemKey);
  const tokens = await store.changeTokens.of(targetSystemKey);
  return {
    known: (await store.count("accounts", { targetSystemKey })) + (await store.count("groups", { targetSystemKey })),
    mode: discoveredTypes.every((type) => tokens[type] !== undefined) ? "changes" : "full",
    startedStamp: store.loads.stamp(),
    leftOut: [],
    people: null,
  };
}

/**
 * Checks that the listing is complete, according to its chunks from the proxy, and asks an operator if it would remove too much. The
 * engine's report only triggers the check.
 * @throws LISTING_REFUSED if something is missing
 */
export const checkListing = discoveryStep<StepInput & Partial<ListingReport>>(
  "check",
  { chunks: z.int().min(0).exactOptional(), chain: z.string().exactOptional() },
  async (context, operation): Promise<DiscoveryStep> => {
    const { phase, decision } = operation.discovery;
    if (decision === "abort") return { do: "abort" };
    // The answer to the first call may have been lost.
    if (phase === "confirming") return { do: "wait" };
    const chunks = await context.store.staging.chunks(operation.key);
    const whole = discoveredTypes.every((type) => chunks.some((chunk) => chunk.type === type && chunk.last));
    if (!whole || phase !== "listing") throw new NotItsTurn(`${chunks.length} chunks are here in phase ${phase}`);
    const { objects, ...counts } = await countsOf(context, operation);
    const asks = lossesOf(counts).length > 0;
    await saveDiscovery(context, operation, { ...counts, phase: asks ? "confirming" : "loading" });
    // The operator who confirms sees the removals.
    if (asks) await context.store.save("requestOperations", { key: operation.key, discoveredObjects: objects });
    if (asks) context.log.warn({ operationKey: operation.key, ...counts }, "A discovery waits for a confirmation.");
    return asks ? { do: "wait" } : { do: "load" };
  },
);

/** Counts the removals of a load: objects, and for a source of profiles the users who are in no other source. */
async function countsOf(context: CallContext, operation: Discovery) {
  const { loads } = context.store;
  const order = await loadOrder(context, operation);
  const target = await context.store.get("targetSystems", operation.targetSystemKey);
  const { counts, objects } = await loads.removals(order);
  const leaving = target?.sourceOfProfiles === true ? await loads.leaving(order) : {};
  return {
    objects,
    removals: counts.accounts.gone + counts.groups.gone,
    known: counts.accounts.known + counts.groups.known,
    losses: lossesToConfirm(counts, leaving),
    ...leaving,
  };
}

/** Returns the next step after the decision of an operator. */
export const decidedDiscovery = discoveryStep("decided", {}, async (context, operation): Promise<DiscoveryStep> => {
  const { decision, phase } = operation.discovery;
  if (decision === "abort") return { do: "abort" };
  if (phase === "listing") return { do: "wait" };
  if (phase !== "confirming") throw new NotItsTurn(`nothing is to be decided in phase ${phase}`);
  if (decision === null) return { do: "wait" };
  await saveDiscovery(context, operation, { phase: "loading" });
  return { do: "load" };
});

/**
 * Loads the listing completely or not at all, with the tokens of its feeds.
 * @throws LISTING_REFUSED unless the listing was checked, and confirmed if it would remove too much
 */
export const loadDiscovery = discoveryStep("load", {}, async (context, operation): Promise<DiscoveryStep> => {
  const { store } = context;
  const { phase, decision } = operation.discovery;
  const mayLoad = phase === "loading" && (decision === "confirm" || lossesOf(operation.discovery).length === 0);
  if (!mayLoad) throw new NotItsTurn(`a load was asked for in phase ${phase}`);
  const { counts, managedGroups, objects, doubled } = await store.loads.load(await loadOrder(context, operation));
  const { targetSystemKey, discovery } = operation;
  await store.save("listings", { targetSystemKey, startedAt: stampedAt(discovery.startedStamp) });
  const leftOut = doubled.map(({ type, name }) => leftOutWords(type, { name, why: shownOtherwise }));
  for (const { type, token } of await store.staging.chunks(operation.key)) {
    if (token !== null) await store.changeTokens.keep(operation.targetSystemKey, type, token);
  }
  await saveDiscovery(context, operation, {
    loaded: counts,
    managedGroups,
    phase: "associating",
    leftOut: withLeftOut(operation, leftOut),
  });
  await store.save("requestOperations", { key: operation.key, discoveredObjects: objects });
  return { do: "load" };
});

/** Discards the staged listing of a discovery that is over; the stored objects stay unchanged. */
export const discardListing = discoveryStep("abort", {}, async (context, operation): Promise<DiscoveryStep> => {
  // A repeated call may find that it is over.
  if ((await outcomeOfDiscovery(context, operation)) === undefined) return { do: "wait" };
  await context.store.staging.clear(operation.key);
  return { do: "abort" };
});

/** Returns the order for loading a discovery; a type that a feed follows was not listed in full. */
async function loadOrder(
  context: CallContext,
  { key: run, targetSystemKey, sends, discovery }: Discovery,
): Promise<LoadOrder> {
  const tokens = await context.store.changeTokens.of(targetSystemKey);
  return {
    run,
    targetSystemKey,
    full: discoveredTypes.filter((type) => tokens[type] === undefined),
    startedStamp: discovery.startedStamp,
    inOneGo: sends === 1,
    groupsBecomeManaged: await groupsBecomeManaged(context, targetSystemKey),
  };
}
