import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import { noPhase } from "./keep-waiting.ts";
import { submittedMemberships } from "./submitted-memberships.ts";

type Facts = Readonly<Record<string, unknown>>;

/** What is asked for, as far as policies read it; before its shape was checked any part may be anything. */
interface Asked {
  readonly recipientKey: string | null;
  readonly operations: readonly RequestedOperation[];
}

/**
 * What policies see of a request before it exists; what an attribute amounts to stands among its codes and groups. One for nobody has the recipient ''. One that does not name its recipient
 * cannot be taken; it counts as the caller's own, so that the slip is told and not taken for a missing right. The manager is told of
 * another recipient alone: who asks for themselves needs nobody's right.
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
  };
}

/**
 * What policies see of a request. One that does not exist has no facts, so that nobody can probe keys; only a superuser is
 * told.
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
 * What policies see of one phase of a request: its authorizers alone. Of a phase that does not exist all of them, so that
 * they, and nobody else, are told of the slip.
 */
export async function phaseFacts(context: CallContext, requestKey: string, sequence: number): Promise<Facts> {
  const [phase] = await context.store.select("requestPhases", { where: { requestKey, sequence }, limit: 1 });
  const all = await authorizersOf(context, requestKey);
  const authorizers = phase ? all.filter(({ requestPhaseKey }) => requestPhaseKey === phase.key) : all;
  return { ...phase, authorizerKeys: authorizers.map(({ userKey }) => userKey) };
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
