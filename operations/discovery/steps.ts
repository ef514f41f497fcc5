import { z } from "zod";

import { discoveredTypes, type DiscoveryStep, type ListingReport, needsConfirmation } from "#domain/discovery.ts";
import { ServiceError } from "#domain/errors.ts";
import type { LoadOrder } from "#store/discovery/load.ts";

import type { CallContext } from "../context.ts";
import { chosenProxy } from "../requests/serving-proxy.ts";
import { type Discovery, saveDiscovery } from "./discovery-of.ts";
import { discoveryStep, type StepInput } from "./discovery-step.ts";
import { forgetFeedOfPullMode } from "./full-listing.ts";
import { groupsBecomeManaged } from "./load-options.ts";

/** Begins a discovery: chooses the proxy, and remembers the moment from which the listing counts. */
export const beginDiscovery = discoveryStep<StepInput & { readonly run: string }>(
  "begin",
  { run: z.string() },
  async (context, operation): Promise<DiscoveryStep> => {
    const { store } = context;
    // A second run means that the engine has lost the first one: what that one had listed has no use any more.
    if (operation.discovery.phase !== "queued") {
      await store.steps.forget(operation.key);
      await store.staging.clear(operation.key);
    }
    const target = await store.get("targetSystems", operation.targetSystemKey);
    if (!target) throw new ServiceError("TARGET_UNKNOWN");
    const proxyServer = await chosenProxy(context, target);
    await forgetFeedOfPullMode(context, target.id);
    const tokens = await store.changeTokens.of(target.id);
    const ofTarget = { targetSystemKey: target.id };
    await store.save("requestOperations", { key: operation.key, result: "P", proxyServer });
    await saveDiscovery(context, operation, {
      phase: "listing",
      decision: null,
      known: (await store.count("accounts", ofTarget)) + (await store.count("groups", ofTarget)),
      mode: discoveredTypes.every((type) => tokens[type] !== undefined) ? "changes" : "full",
      startedStamp: store.loads.stamp(),
    });
    return { do: "list", proxy: proxyServer, strict: operation.discovery.strict };
  },
);

/**
 * Makes sure that all of a listing is here, and asks an operator where it would remove too much.
 * @throws LISTING_REFUSED when something is missing
 */
export const checkListing = discoveryStep<StepInput & ListingReport>(
  "check",
  { chunks: z.int().min(0), chain: z.string() },
  async (context, operation, report): Promise<DiscoveryStep> => {
    const chunks = await context.store.staging.chunks(operation.key);
    const whole = discoveredTypes.every((type) => chunks.some((chunk) => chunk.type === type && chunk.last));
    if (!whole || chunks.length !== report.chunks || chunks.at(-1)?.chain !== report.chain) {
      throw new ServiceError("LISTING_REFUSED", {
        detail: `${chunks.length} chunks of ${report.chunks} are here`,
      });
    }
    const counts = await context.store.loads.removals(await loadOrder(context, operation));
    const asks = needsConfirmation(counts);
    await saveDiscovery(context, operation, { ...counts, phase: asks ? "confirming" : "loading" });
    if (asks) context.log.warn({ operationKey: operation.key, ...counts }, "A discovery waits for a confirmation.");
    return asks ? { do: "wait" } : { do: "load" };
  },
);

/** Says what an operator has answered. */
export const decidedDiscovery = discoveryStep("decided", {}, async (context, operation): Promise<DiscoveryStep> => {
  const { decision } = operation.discovery;
  if (decision === null) return { do: "wait" };
  if (decision === "abort") return { do: "abort" };
  await saveDiscovery(context, operation, { phase: "loading" });
  return { do: "load" };
});

/** Replaces the generation: everything of the listing or nothing, and the tokens of its feeds with it. */
export const loadDiscovery = discoveryStep("load", {}, async (context, operation): Promise<DiscoveryStep> => {
  const { store } = context;
  const loaded = await store.loads.load(await loadOrder(context, operation));
  for (const { type, token } of await store.staging.chunks(operation.key)) {
    if (token !== null) await store.changeTokens.keep(operation.targetSystemKey, type, token);
  }
  await saveDiscovery(context, operation, { loaded, phase: "associating" });
  return { do: "load" };
});

/** Discards what was listed; the record stays as it is. */
export const discardListing = discoveryStep("abort", {}, async (context, operation): Promise<DiscoveryStep> => {
  await context.store.staging.clear(operation.key);
  return { do: "abort" };
});

/** What a discovery loads; a type that a feed follows was not listed in full. */
async function loadOrder(
  context: CallContext,
  { key: run, targetSystemKey, discovery }: Discovery,
): Promise<LoadOrder> {
  const tokens = await context.store.changeTokens.of(targetSystemKey);
  return {
    run,
    targetSystemKey,
    full: discoveredTypes.filter((type) => tokens[type] === undefined),
    startedStamp: discovery.startedStamp,
    groupsBecomeManaged: await groupsBecomeManaged(context, targetSystemKey),
  };
}
