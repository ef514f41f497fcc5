import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { chunkOperationsMax } from "#domain/limits.ts";
import { otherLabel } from "#domain/metrics/metric-definition.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { type Outcome, outcomesText, outcomeText } from "#domain/requests/order.ts";
import { isRetryable } from "#domain/requests/retry-schedule.ts";

import type { CallContext } from "../../kernel/context.ts";
import { defineOperation } from "../../kernel/define-operation.ts";
import type { CredentialSource } from "./credential-source.ts";
import { type EnrolledProxy, enrolledProxy } from "./enrolled-proxy.ts";
import { tellOpened } from "./order-credentials.ts";
import type { RecordedOutcome, SourcedOutcome } from "./order-source.ts";
import { outcomeSchema } from "./outcome-schema.ts";
import { isSignedBy, sha256, signatureSchema } from "./signatures.ts";
import { type OrderSources, type SourceKeys, sourcesOf } from "./sources-of.ts";

/** Answer of the API to outcomes. */
export interface RecordedOutcomes {
  /** Number of accepted outcomes. */
  readonly recorded: number;
  /** True if the whole that one of their operations belongs to has ended. */
  readonly isLast?: boolean;
}

type SignedOutcome = Pick<SourcedOutcome, "outcome" | "signature">;

/** Makes the operation with which a proxy reports outcomes to these sources, and the passwords that opened its sessions. */
export function recordIn(orders: OrderSources, credentials: readonly CredentialSource[]) {
  return defineOperation({
    name: "proxies.recordOutcomes",
    input: z.strictObject({
      outcomes: z
        .array(z.strictObject({ outcome: outcomeSchema, signature: signatureSchema.exactOptional() }))
        .min(1)
        .max(chunkOperationsMax),
      /** Signature of all outcomes together; a proxy of an earlier version signs each. */
      signature: signatureSchema.exactOptional(),
    }),
    callers: ["proxy"],
    audit: {
      operation: "PXOC",
      when: "refusalOnly",
      describe: ({ outcomes }) => ({
        ident: outcomes
          .map(({ outcome }) => outcome.operationKey)
          .join(" ")
          .slice(0, 400),
      }),
    },
    async run(context, { outcomes, signature }): Promise<RecordedOutcomes> {
      const proxy = await enrolledProxy(context);
      const signed = byOperation(
        signature === undefined ? eachSignedBy(proxy, outcomes) : allSignedBy(proxy, outcomes, signature),
      );
      const found = sourcesOf(orders, signed.keys());
      if (found === undefined) throw new ServiceError("OUTCOME_REFUSED");
      const recorded: RecordedOutcome[] = [];
      for (const part of found) {
        const reported = await reportedIn(context, proxy, { part, signed });
        recorded.push(...(await part.source.record(context, reported)));
      }
      await tellAllOpened(context, credentials, recorded);
      context.store.afterCommit(() => recorded.forEach((one) => measureOutcome(context, one)));
      const isLast = recorded.some((one) => one.isLast);
      return { recorded: outcomes.length, ...(isLast && { isLast }) };
    },
  });
}

/** Counts an outcome of a target system. */
function measureOutcome({ metrics, clock }: CallContext, { operation, outcome }: SourcedOutcome): void {
  // An order of a plug-in is about no target system.
  const target = operation.targetSystemKey || otherLabel;
  const isDone = outcome.result === OperationResult.Success;
  const result = isDone ? "ok" : isRetryable(outcome.code ?? "") ? "retry" : "failed";
  metrics.count("targetOperations", { target, result });
  if (isDone) metrics.raise("targetLastSuccess", { target }, clock.now() / 1000);
}

interface ReportedOutcome extends Pick<SignedOutcome, "outcome"> {
  readonly signature?: string;
}

/** Verifies outcomes of which each has its own signature. */
function eachSignedBy(proxy: EnrolledProxy, outcomes: readonly ReportedOutcome[]): readonly SignedOutcome[] {
  return outcomes.map(({ outcome, signature = "" }) => {
    if (!isSignedBy(proxy.signingKey, outcomeText(proxy.id, outcome), signature))
      throw refused(outcome, "the signature is not that of this proxy over this outcome");
    return { outcome, signature };
  });
}

/** Verifies outcomes that have one signature; each gets its hash, which was signed, as its own. */
export function allSignedBy(
  proxy: Pick<EnrolledProxy, "id" | "signingKey">,
  outcomes: readonly ReportedOutcome[],
  signature: string,
): readonly SignedOutcome[] {
  const hashes = outcomes.map(({ outcome }) => sha256(outcomeText(proxy.id, outcome)));
  if (!isSignedBy(proxy.signingKey, outcomesText(proxy.id, hashes), signature))
    throw new ServiceError("OUTCOME_REFUSED", {
      detail: "the signature is not that of this proxy over these outcomes",
    });
  return outcomes.map(({ outcome }, index) => ({ outcome, signature: hashes[index] ?? "" }));
}

/** Returns the outcomes by operation; each operation has one. */
function byOperation(outcomes: readonly SignedOutcome[]): ReadonlyMap<string, SignedOutcome> {
  const signed = new Map<string, SignedOutcome>();
  for (const one of outcomes) {
    const other = signed.get(one.outcome.operationKey);
    if (other !== undefined && other.signature !== one.signature)
      throw refused(one.outcome, "the call has another one of it");
    signed.set(one.outcome.operationKey, one);
  }
  return signed;
}

interface SignedPart {
  readonly part: SourceKeys;
  readonly signed: ReadonlyMap<string, SignedOutcome>;
}

/** Returns the outcomes of one source with their operations, after checking that this proxy holds them. */
async function reportedIn(
  context: CallContext,
  proxy: EnrolledProxy,
  { part: { source, operationKeys }, signed }: SignedPart,
): Promise<SourcedOutcome[]> {
  const locked = await source.lock(context, [...operationKeys.keys()]);
  const operations = new Map(locked.map((operation) => [operation.key, operation]));
  return [...operationKeys].map(([key, operationKey]) => {
    const operation = operations.get(key);
    const report = signed.get(operationKey);
    if (operation?.proxyServer !== proxy.id || report === undefined)
      throw new ServiceError("OUTCOME_REFUSED", { target: operationKey });
    return { ...report, operation };
  });
}

async function tellAllOpened(
  context: CallContext,
  credentials: readonly CredentialSource[],
  recorded: readonly SourcedOutcome[],
): Promise<void> {
  const keysByTarget = new Map<string, Set<string>>();
  for (const { operation, outcome } of recorded) {
    if (outcome.opened === undefined) continue;
    const keys = keysByTarget.get(operation.targetSystemKey) ?? new Set();
    keysByTarget.set(operation.targetSystemKey, keys);
    for (const key of outcome.opened) keys.add(key);
  }
  for (const [targetSystemId, keys] of keysByTarget)
    await tellOpened(context, credentials, { targetSystemId, keys: [...keys] });
}

function refused(outcome: Outcome, why: string): ServiceError {
  return new ServiceError("OUTCOME_REFUSED", {
    detail: `operation ${outcome.operationKey}, send ${outcome.sends}: ${why}`,
  });
}
