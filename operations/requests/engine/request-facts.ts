import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { noPhase } from "../../approvals/keep-waiting.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import { submittedMemberships } from "./submitted-memberships.ts";

type Facts = Readonly<Record<string, unknown>>;

/** Recipient and operations of a submission; before validation each part may have any shape. */
interface Asked {
  readonly recipientKey: string | null;
  readonly operations: readonly RequestedOperation[];
}

/**
 * Returns the facts of a new request for policies; memberships written by attributes count among its codes and groups. One without
 * recipient has the recipient ''. A missing recipient is an invalid input; it counts as the caller, so that the error is reported and not
 * taken for a missing permission. The manager is a fact only for another recipient: requests for oneself need no one's permission.
 */
export async function submissionFacts({ store, caller }: CallContext, asked: Asked): Promise<Facts> {
  const { recipientKey: given, operations }: { readonly [P in keyof Asked]: unknown } = asked;
  const named = typeof given === "string" && given.trim() !== "";
  const recipientKey = given === null ? "" : named ? given.trim() : (caller.key ?? "");
  const isOther = recipientKey !== "" && recipientKey !== caller.key;
  const recipient = isOther ? await store.get("users", recipientKey) : undefined;
  const all: Partial<RequestedOperation>[] = Array.isArray(operations) ? operations : [];
  const amounting = await submittedMemberships({ store }, all);
  const texts = (values: readonly unknown[]) => values.filter((value) => typeof value === "string");
  return {
    recipientKey,
    recipientManagerKeys: texts([recipient?.managerKey]),
    codes: texts([...all.map((operation) => operation?.code), ...amounting.map(({ code }) => code)]),
    targetSystemKeys: texts(all.map((operation) => operation?.targetSystemKey)),
    groupKeys: texts([...all.map((operation) => operation?.groupKey), ...amounting.map(({ groupKey }) => groupKey)]),
    roleKeys: texts(all.map((operation) => operation?.roleKey)),
  };
}

/**
 * Returns the facts of a request for policies. A missing one has none, so that keys cannot be probed; only a superuser gets NOT_FOUND.
 * @throws NOT_FOUND
 */
export async function requestFacts(context: CallContext, requestKey: string): Promise<Facts> {
  const { store, caller } = context;
  const request = await store.get("reqbatch", requestKey);
  if (!request && caller.superuser) throw new ServiceError("NOT_FOUND", { target: `requests('${requestKey}')` });
  if (!request) return {};
  const authorizers = await authorizersOf(context, requestKey);
  return { ...request, authorizerKeys: authorizers.map(({ userKey }) => userKey) };
}

/**
 * Returns the facts of one phase of a request for policies: only its authorizers. For a missing phase they are all authorizers of the
 * request, so that only these learn of the mistake.
 */
export async function phaseFacts(context: CallContext, requestKey: string, sequence: number): Promise<Facts> {
  const [phase] = await context.store.select("requestPhases", { where: { requestKey, sequence }, limit: 1 });
  const all = await authorizersOf(context, requestKey);
  const authorizers = phase ? all.filter(({ requestPhaseKey }) => requestPhaseKey === phase.key) : all;
  return { ...phase, authorizerKeys: authorizers.map(({ userKey }) => userKey) };
}

/**
 * Returns the facts of an operation of a request for policies, with those to whom it is offered as a task. For a missing operation they are
 * all people of the request, so that only these learn of the mistake.
 */
export async function taskFacts(context: CallContext, requestKey: string, sequence: number): Promise<Facts> {
  const { store } = context;
  const [operation] = await store.select("requestOperations", { where: { requestKey, sequence }, limit: 1 });
  const request = await store.get("reqbatch", requestKey);
  const all = await authorizersOf(context, requestKey);
  const offers = operation ? all.filter(({ requestPhaseKey }) => requestPhaseKey === operation.key) : all;
  return {
    ...operation,
    requesterKeys: request ? [request.requesterKey] : [],
    recipientKeys: request ? [request.recipientKey] : [],
    implementerKeys: offers.map(({ userKey }) => userKey),
  };
}

type Authorizers = readonly Row<"requestAuthorizers">[];

// Several policies of one call ask for the same people; each call has a context of its own.
const readInCall = new WeakMap<CallContext, Map<string, Promise<Authorizers>>>();

function authorizersOf(context: CallContext, requestKey: string): Promise<Authorizers> {
  const known = readInCall.get(context) ?? new Map<string, Promise<Authorizers>>();
  readInCall.set(context, known);
  const rows =
    known.get(requestKey) ??
    context.store.select("requestAuthorizers", {
      where: allOf(eq("requestKey", requestKey), ne("requestPhaseKey", noPhase)),
    });
  known.set(requestKey, rows);
  return rows;
}
