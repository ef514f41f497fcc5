import { checkoutKeeperMs } from "#domain/checkout-limits.ts";
import { delegationSweepMs } from "#domain/delegation-limits.ts";
import { authorizersAtOnceMax, momentPageMax, momentsAtOnceMax, momentSweepMs } from "#domain/engine-limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { incompleteSweepMs } from "#domain/people-limits.ts";
import { isSubjectKind, type SubjectKindName, subjectKindNames } from "#domain/requests/subject-kinds.ts";
import { handleGrantMoment } from "#operations/access/handle-grant-moment.ts";
import { handleMoment } from "#operations/approvals/handle-moment.ts";
import { revokeCheckout } from "#operations/checkouts/change-checkouts.ts";
import { unfitCheckouts } from "#operations/checkouts/find-unfit.ts";
import { handleCheckoutMoment } from "#operations/checkouts/handle-checkout-moment.ts";
import { endSpentDelegations } from "#operations/delegations/end-spent-delegations.ts";
import { handleDelegationMoment } from "#operations/delegations/handle-delegation-moment.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { handleDeliveryMoment } from "#operations/mass-resets/handle-delivery-moment.ts";
import { handleQueueMoment } from "#operations/password-queue/handle-queue-moment.ts";
import { attemptDelivery } from "#operations/plug-ins/attempt-delivery.ts";
import { claimDelivery } from "#operations/plug-ins/claim-delivery.ts";
import { findAuthorizers } from "#operations/requests/find-authorizers.ts";
import { findImplementers } from "#operations/requests/find-implementers.ts";
import { judgeApplicability } from "#operations/requests/judge-applicability.ts";
import { handleLeavingMoment } from "#operations/users/handle-leaving-moment.ts";
import { handleMoveReviewMoment } from "#operations/users/handle-move-review-moment.ts";
import { handleUserMoment } from "#operations/users/handle-user-moment.ts";
import { markIncomplete } from "#operations/users/mark-incomplete.ts";

import { handleAnalysis } from "./analyses.ts";
import { handleEnforcementRun } from "./enforcement-run.ts";
import { keepDoing } from "./keep-doing.ts";
import { handleBatch } from "./request-batch.ts";

/** Context in which moments are handled. */
export interface MomentsOptions {
  readonly context: ServiceContext;
  /** Signal that ends the handling early; leased moments are handled after their lease. */
  readonly signal: AbortSignal;
}

/** Makes the handler of one moment from an operation, whatever the operation prepares. */
const handling =
  <Prepared>(operation: Operation<{ key: string }, { handled: boolean }, Prepared>) =>
  (context: ServiceContext, key: string) =>
    invoke(operation, context, engineCaller(ModuleName.Idwfm, key), { key });

/** Makes one attempt of a delivery to a plug-in, which is counted before. */
async function handleDelivery(context: ServiceContext, key: string): Promise<{ readonly handled: boolean }> {
  const engine = engineCaller(ModuleName.Idwfm, key);
  const { handled, tries } = await invoke(claimDelivery, context, engine, { key });
  if (tries !== null) await invoke(attemptDelivery, context, engine, { key, tries });
  return { handled };
}

/** Way in which moments of a kind are handled. */
interface Lane {
  handle(context: ServiceContext, key: string, ending: AbortSignal): Promise<{ readonly handled: boolean }>;
  readonly pageMax: number;
  readonly atOnceMax: number;
}

/** Handlers of moments by kind. Kinds that take long have a lane of their own, in which they delay no others. */
const ownLanes = {
  authorizers: { handle: handling(findAuthorizers), pageMax: authorizersAtOnceMax, atOnceMax: authorizersAtOnceMax },
  applicability: {
    handle: handling(judgeApplicability),
    pageMax: authorizersAtOnceMax,
    atOnceMax: authorizersAtOnceMax,
  },
  pluginDelivery: { handle: handleDelivery, pageMax: authorizersAtOnceMax, atOnceMax: authorizersAtOnceMax },
  implementers: { handle: handling(findImplementers), pageMax: authorizersAtOnceMax, atOnceMax: authorizersAtOnceMax },
  delegation: { handle: handling(handleDelegationMoment), pageMax: momentPageMax, atOnceMax: momentsAtOnceMax },
  checkout: { handle: handling(handleCheckoutMoment), pageMax: momentPageMax, atOnceMax: momentsAtOnceMax },
  grant: { handle: handling(handleGrantMoment), pageMax: momentPageMax, atOnceMax: momentsAtOnceMax },
  user: { handle: handling(handleUserMoment), pageMax: momentPageMax, atOnceMax: momentsAtOnceMax },
  leavingStep: { handle: handling(handleLeavingMoment), pageMax: momentPageMax, atOnceMax: momentsAtOnceMax },
  // One chunk of one batch at a time, so that large batches take turns.
  requestBatch: { handle: handleBatch, pageMax: 1, atOnceMax: 1 },
  // One step of one run at a time, which submits several requests side by side.
  enforcementRun: { handle: handleEnforcementRun, pageMax: 1, atOnceMax: 1 },
  moveReview: { handle: handling(handleMoveReviewMoment), pageMax: momentPageMax, atOnceMax: momentsAtOnceMax },
  passwordDelivery: {
    handle: handling(handleDeliveryMoment),
    pageMax: momentsAtOnceMax,
    atOnceMax: momentsAtOnceMax,
  },
  passwordQueue: { handle: handling(handleQueueMoment), pageMax: momentPageMax, atOnceMax: momentsAtOnceMax },
  // One at a time in each hub, because an analysis can fill a processor.
  analysis: { handle: handleAnalysis, pageMax: 1, atOnceMax: 1 },
} as const satisfies Readonly<Record<string, Lane>>;

type MomentKind = keyof typeof ownLanes | SubjectKindName;

/** Returns the lane of a kind; the kinds of subjects are handled alike. */
function laneOf(kind: MomentKind): Lane {
  if (!isSubjectKind(kind)) return ownLanes[kind];
  return {
    handle: (context, key) => invoke(handleMoment, context, engineCaller(ModuleName.Idwfm, key), { kind, key }),
    pageMax: momentPageMax,
    atOnceMax: momentsAtOnceMax,
  };
}

/**
 * Handles every moment of a kind that has come, page by page, and returns their number. Several hubs may do so at once: each leases pages
 * of its own. A moment that fails is retried after its lease, and delays no other.
 */
export async function handleMoments(options: MomentsOptions, kind: MomentKind = "request"): Promise<number> {
  const { context, signal } = options;
  const { pageMax, atOnceMax } = laneOf(kind);
  let handled = 0;
  while (!signal.aborted) {
    const page = await context.store.moments.lease(pageMax, kind);
    for (let from = 0; from < page.length && !signal.aborted; from += atOnceMax) {
      const some = page.slice(from, from + atOnceMax).map(({ key }) => handle(options, kind, key));
      handled += (await Promise.all(some)).filter(Boolean).length;
    }
    if (page.length < pageMax) break;
  }
  return handled;
}

/** Handles moments of all kinds as they come, and ends delegations that can no longer apply, until the signal fires. */
export async function keepMoments(options: MomentsOptions): Promise<void> {
  const failure = "Moments could not be looked for; it is tried again.";
  const checkoutFailure = "It could not be looked whether holders may still have what they have; it is tried again.";
  const delegationFailure = "Delegations that can hold no more could not be ended; it is tried again.";
  const externalFailure = "External people without end or sponsor could not be looked for; it is tried again.";
  const kinds = [...subjectKindNames, ...(Object.keys(ownLanes) as (keyof typeof ownLanes)[])];
  await Promise.all([
    ...kinds.map((kind) =>
      keepDoing({ ...options, everyMs: momentSweepMs, failure }, () => handleMoments(options, kind)),
    ),
    keepDoing({ ...options, everyMs: delegationSweepMs, failure: delegationFailure }, () => endDelegations(options)),
    keepDoing({ ...options, everyMs: incompleteSweepMs, failure: externalFailure }, () => markExternals(options)),
    keepDoing({ ...options, everyMs: checkoutKeeperMs, failure: checkoutFailure }, () => revokeUnfit(options)),
  ]);
}

/** Ends delegations of disabled people, on either side, and those for a request that has ended. */
export async function endDelegations({ context, signal }: MomentsOptions): Promise<void> {
  const caller = engineCaller(ModuleName.Idwfm, context.ids.guid());
  while (!signal.aborted && (await invoke(endSpentDelegations, context, caller, {})).more);
}

/** Marks external people whom sources have without an end or a sponsor. */
export async function markExternals({ context, signal }: MomentsOptions): Promise<void> {
  const caller = engineCaller(ModuleName.Idwfm, context.ids.guid());
  while (!signal.aborted && (await invoke(markIncomplete, context, caller, {})).more);
}

/** Revokes the check-outs of holders who may no longer have them. One that fails is retried at the next sweep, and delays no other. */
export async function revokeUnfit({ context, signal }: MomentsOptions): Promise<void> {
  const caller = engineCaller(ModuleName.Idwfm, context.ids.guid());
  for (const unfit of await invoke(unfitCheckouts, context, caller, {})) {
    if (signal.aborted) return;
    try {
      await invoke(revokeCheckout, context, caller, unfit);
    } catch (error) {
      context.log.warn({ err: error, key: unfit.key }, "A check-out could not be revoked; it is tried again.");
    }
  }
}

async function handle({ context, signal }: MomentsOptions, kind: MomentKind, key: string): Promise<boolean> {
  try {
    return (await laneOf(kind).handle(context, key, signal)).handled;
  } catch (error) {
    context.log.warn({ err: error, kind, key }, "What has come due has failed; it is tried again.");
    return false;
  }
}
