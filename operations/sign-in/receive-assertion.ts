import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import type { AttemptAim } from "#domain/chains/attempt-aims.ts";
import { ServiceError } from "#domain/errors.ts";
import { relayStateMaxBytes, samlFormMaxBytes } from "#domain/saml-limits.ts";
import type { SamlAssertion } from "#platform/saml/read-response.ts";
import type { Row } from "#store/tables.ts";

import { hashOf } from "../identity/engine/client.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { judgeInTurn } from "../saml/engine/judge-in-turn.ts";
import { trustOf } from "../saml/engine/trust-of.ts";
import { lockedAttempt, sealMemory } from "./engine/attempts.ts";
import { samlState, withIdentifier, withoutIdentifier } from "./engine/saml-memory.ts";

const input = z.strictObject({
  provider: z.string(),
  relayState: z.instanceof(Secret),
  /** Response in base64. */
  response: z.string().max(samlFormMaxBytes),
});

type ReceiveInput = z.output<typeof input>;

/** Next place of a browser that has brought an assertion. */
interface ReceivedAssertion {
  readonly aim: AttemptAim;
  /** Handle of the sign-in from now on. */
  readonly handle: Secret;
  /** Reason why it proves no one, for the audit; null if nothing is wrong with it. */
  readonly fault: string | null;
}

interface Judged {
  readonly request: Row<"samlRequests">;
  /** Reason why it proves no one; null if nothing is wrong with it. */
  readonly fault: string | null;
  readonly read?: { readonly row: Row<"samlProviders">; readonly assertion: SamlAssertion };
}

const faultMaxCharacters = 300;

/**
 * Finds the request to an identity provider by the returned RelayState.
 * @throws SIGN_IN_ATTEMPT_OVER if it is unknown, used or over
 */
async function openRequest({ store, clock }: CallContext, relayState: Secret): Promise<Row<"samlRequests">> {
  const isLong = relayState.use((text) => Buffer.byteLength(text) > relayStateMaxBytes);
  const where = { relayStateHash: hashOf(relayState) };
  const [request] = isLong ? [] : await store.select("samlRequests", { where, limit: 1 });
  if (request !== undefined && clock.now() < request.expiresAt) return request;
  throw over(isLong ? "RelayState is too long" : "RelayState is unknown or over");
}

async function judge(
  context: CallContext,
  { provider, response }: ReceiveInput,
  { requestId, providerId }: Row<"samlRequests">,
): Promise<Omit<Judged, "request">> {
  const row = await context.store.get("samlProviders", providerId);
  if (provider !== providerId || row?.enabled !== true) return { fault: "another identity provider than was asked" };
  const request = { id: requestId, nowMs: context.clock.now() };
  const judged = await judgeInTurn(
    { trust: trustOf(context, row), request, encoded: response },
    context.caller.ip ?? "",
  );
  if ("fault" in judged) return { fault: judged.fault.slice(0, faultMaxCharacters) };
  return { fault: null, read: { row, assertion: judged.assertion } };
}

/** Consumes the request and stores the verdict in the waiting sign-in, in the current transaction. */
async function keep(context: CallContext, { request, fault, read }: Judged): Promise<ReceivedAssertion> {
  const { store, ids } = context;
  if ((await store.lock("samlRequests", request.key)) === undefined) throw over("answered already");
  await store.remove("samlRequests", request.key);
  const { row, memory } = await lockedAttempt(context, request.attemptKey);
  const state = samlState.safeParse(memory.state);
  if (state.data?.requestId !== request.requestId) throw over("the sign-in has gone on");
  const others = withoutIdentifier(memory.sessions);
  const sessions = read === undefined ? others : withIdentifier(others, read.row, read.assertion);
  // Continuing requires the cookie of the browser that began, and the handle that only the one who brought this learns. So no one can let
  // another person bring it for them.
  const handle = new Secret(ids.token());
  await store.save("signInAttempts", {
    key: row.key,
    turn: row.turn + 1,
    handleHash: hashOf(handle),
    memory: sealMemory(context, row.key, {
      ...memory,
      sessions,
      state: {
        ...state.data,
        answered: true,
        fault,
      },
    }),
  });
  return { aim: row.aim, handle, fault };
}

function over(detail: string): ServiceError {
  return new ServiceError("SIGN_IN_ATTEMPT_OVER", { detail });
}

/**
 * Accepts the answer of an identity provider for the waiting sign-in, whether or not it proves a user. Both look alike to the browser: the
 * sign-in continues by the stored verdict.
 * @throws SIGN_IN_ATTEMPT_OVER if none waits for it, SIGN_IN_BUSY
 */
export const receiveAssertion = defineOperation<ReceiveInput, ReceivedAssertion, Judged>({
  name: "signIn.receiveAssertion",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "SARC",
    describe: ({ provider }, output) => ({
      ident: provider,
      ...(typeof output?.fault === "string" && { result: "F", message: output.fault }),
    }),
    isIdle: () => true,
  },
  async prepare(context, given) {
    const request = await openRequest(context, given.relayState);
    return { request, ...(await judge(context, given, request)) };
  },
  run: (context, _input, judged) => keep(context, judged),
});
