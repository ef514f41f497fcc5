import { stepLookMs } from "#domain/mass-reset-limits.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import { isFinalResult, isFulfilled } from "#domain/requests/operation-result.ts";
import { requestStatuses, RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { EndedStep } from "./end-steps.ts";
import type { Step } from "./steps.ts";

type Context = Pick<CallContext, "store">;

/** Progress of what carries a step out: its end, or the request that is under way. */
export type Followed = Omit<EndedStep, "step"> | { readonly result: null; readonly requestKey?: string };

/** Looks at what carries a performed step out. */
export async function followStep(context: Context, step: Step): Promise<Followed> {
  const { store } = context;
  const key = step.followedKey;
  if (key === null) return done;
  if (step.act === "endMembership") return followGrant(await store.get("grants", key));
  if (step.act === "join") return followRequest(context, key);
  if (step.act === "request") return followBatch(context, key);
  const operation = await store.get("requestOperations", key);
  return operation === undefined ? gone : followOperation(context, operation);
}

/** Returns the milliseconds until a step is looked at again: the longer it takes, the later. */
export function lookPauseMs({ performedAt }: Pick<Step, "performedAt">, now: number): number {
  const age = now - (performedAt ?? now);
  return Math.min(stepLookMs.longest, Math.max(stepLookMs.first, Math.floor(age / 4)));
}

const done: Followed = { result: "S", errorCode: null, message: null };
const open: Followed = { result: null };
const gone: Followed = { result: "F", errorCode: "gone", message: "The operation that carried it out is gone." };

function followGrant(grant: Row<"grants"> | undefined): Followed {
  if (grant === undefined || grant.endedAt !== null) return done;
  return open;
}

async function followOperation({ store }: Context, operation: Row<"requestOperations">): Promise<Followed> {
  const { result, errorCode, errorMessage, targetSystemKey, stableId, code } = operation;
  if (!isFinalResult(result)) return open;
  if (!isFulfilled(result)) return { result: "F", errorCode: errorCode ?? "internal", message: errorMessage };
  if (definitionOf(code).creates !== "account")
    return { result: result === "X" ? "X" : "S", errorCode: null, message: null };
  const where = { targetSystemKey: targetSystemKey ?? "", stableId: stableId ?? "" };
  const [account] = stableId === null ? [] : await store.select("accounts", { where, limit: 1 });
  return { result: "S", errorCode: null, message: null, told: { accountKey: account?.key ?? null } };
}

async function followRequest({ store }: Context, requestKey: string): Promise<Followed> {
  const request = await store.get("reqbatch", requestKey);
  if (request === undefined) return gone;
  const told = { requestKey };
  if (requestStatuses[request.status].goesTo.length > 0) return { result: null, requestKey };
  if (request.status !== RequestStatus.Completed) {
    const words = refusals[request.status] ?? "has ended";
    return { result: "F", errorCode: "request", message: `The request ${request.number} ${words}.`, told };
  }
  const operations = await store.select("requestOperations", { where: { requestKey } });
  const failed = operations.find(({ result }) => !isFulfilled(result));
  if (failed === undefined) return { result: "S", errorCode: null, message: null, told };
  return { result: "F", errorCode: failed.errorCode ?? "internal", message: failed.errorMessage, told };
}

const refusals: Readonly<Partial<Record<string, string>>> = {
  [RequestStatus.Denied]: "was denied",
  [RequestStatus.Cancelled]: "was cancelled",
  [RequestStatus.Expired]: "has expired",
};

async function followBatch(context: Context, batchKey: string): Promise<Followed> {
  const [member] = await context.store.select("requestBatchMembers", { where: { batchKey }, limit: 1 });
  if (member === undefined) return gone;
  if (member.state === "refused") return { result: "F", errorCode: member.errorCode, message: member.errorMessage };
  return member.requestKey === null ? open : followRequest(context, member.requestKey);
}

/** Returns the keys of the accounts that the requests of some steps have created. */
export async function createdAccounts({ store }: Context, steps: readonly Step[]): Promise<readonly string[]> {
  const requestKeys = steps.flatMap(({ requestKey }) => requestKey ?? []);
  const made = allOf(oneOf("requestKey", requestKeys), eq("result", "S"));
  const all = await store.select("requestOperations", { where: made });
  const operations = all.filter(({ code }) => definitionOf(code).creates === "account");
  const keys = new Set<string>();
  for (const [targetSystemKey, some] of Map.groupBy(operations, (operation) => operation.targetSystemKey ?? "")) {
    const ids = some.flatMap(({ stableId }) => stableId ?? []);
    const where = allOf(eq("targetSystemKey", targetSystemKey), oneOf("stableId", ids));
    for (const { key } of await store.select("accounts", { where })) keys.add(key);
  }
  return [...keys];
}
