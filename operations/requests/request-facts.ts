import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../context.ts";

type Facts = Readonly<Record<string, unknown>>;

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
  const authorizers = await store.select("requestAuthorizers", { where: { requestKey } });
  return { ...request, authorizerKeys: authorizers.map(({ userKey }) => userKey) };
}

/**
 * What policies see of one phase of a request: its authorizers alone. Of a phase that does not exist all of them, so that
 * they, and nobody else, are told of the slip.
 */
export async function phaseFacts({ store }: CallContext, requestKey: string, sequence: number): Promise<Facts> {
  const [phase] = await store.select("requestPhases", { where: { requestKey, sequence }, limit: 1 });
  const where = phase ? { requestKey, requestPhaseKey: phase.key } : { requestKey };
  const authorizers = await store.select("requestAuthorizers", { where });
  return { ...phase, authorizerKeys: authorizers.map(({ userKey }) => userKey) };
}
