import { type ErrorCode, ServiceError } from "#domain/errors.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import { batchRequestsAtOnceMax } from "#domain/template-limits.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";

/** A request of a batch that was left as it is, and why. */
export interface SkippedRequest {
  readonly requestKey: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Result of one call about some requests of a batch. */
export interface BatchPart {
  /** Number of requests for which it was done. */
  readonly done: number;
  /** Number of requests that the caller excepted. */
  readonly excepted: number;
  readonly skipped: readonly SkippedRequest[];
  /** Key of the last request that was looked at, if there are further ones: the next call continues after it. Null at the end. */
  readonly next: string | null;
}

/** Requests of a batch about which a call is. */
export interface BatchRequests {
  readonly batchKey: string;
  /** Key after which the requests come; null for the first ones. */
  readonly after: string | null;
  readonly where: Expression;
  readonly except?: readonly string[];
}

/**
 * Performs the same for the next requests of a batch, each in a call of its own, so that one that is refused stops no other.
 * @throws NOT_SUPPORTED in an atomic group, which all of them would have to undo together
 */
export async function eachOfBatch(
  context: CallContext,
  { batchKey, after, where, except = [] }: BatchRequests,
  act: (service: ServiceContext, requestKey: string) => Promise<unknown>,
): Promise<BatchPart> {
  refuseTogether(context);
  const more = after === null ? [] : [gt("key", after)];
  const found = await context.store.select("reqbatch", {
    where: allOf(eq("batchKey", batchKey), where, ...more),
    orderBy: [["key", "asc"]],
    limit: batchRequestsAtOnceMax + 1,
  });
  const requests = found.slice(0, batchRequestsAtOnceMax);
  const excepted = new Set(except);
  const skipped: SkippedRequest[] = [];
  let done = 0;
  for (const { key } of requests) {
    if (excepted.has(key)) continue;
    const skip = await attempt(key, () => act(serviceOf(context), key));
    if (skip === undefined) done += 1;
    else skipped.push(skip);
  }
  return {
    done,
    excepted: requests.filter(({ key }) => excepted.has(key)).length,
    skipped,
    next: found.length > requests.length ? (requests.at(-1)?.key ?? null) : null,
  };
}

async function attempt(requestKey: string, act: () => Promise<unknown>): Promise<SkippedRequest | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind === "unavailable" || error.kind === "internal") throw error;
    return { requestKey, code: error.code, message: error.message };
  }
}

/**
 * Returns the services of a call about one of the requests: what was said of the batch, such as its version, is not said of them, and its
 * transaction is not theirs.
 */
export function serviceOf(context: CallContext): ServiceContext {
  const { precondition: _version, accepted: _accepted, seen: _seen, before: _before, ...others } = context;
  const { together: _together, ...service } = others;
  return service;
}

/**
 * Throws if the call belongs to an atomic group with others.
 * @throws NOT_SUPPORTED
 */
export function refuseTogether({ together }: CallContext): void {
  if (together === undefined || together.isAlone) return;
  const message =
    "Each request of a batch is changed for itself, so this cannot be part of an atomic group. Send it alone.";
  throw new ServiceError("NOT_SUPPORTED", { message });
}
