import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { givenNameMaxCharacters, signInAttemptMinutes } from "#domain/chain-limits.ts";
import { type AttemptAim, attemptAims, purposeOf } from "#domain/chains/attempt-aims.ts";
import { chooseChain } from "#domain/chains/choose-chain.ts";
import { ServiceError } from "#domain/errors.ts";

import { chainsInForce } from "../chains/engine/stored-chains.ts";
import type { CallContext, Caller, ServiceContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { authorizationRequest } from "../identity/engine/authorization-request.ts";
import { hashOf } from "../identity/engine/client.ts";
import { invoke } from "../invoke.ts";
import { beginAim } from "./engine/aims.ts";
import type { AttemptMemory } from "./engine/attempt.ts";
import { factsOf, sealMemory } from "./engine/attempts.ts";
import type { Standing } from "./engine/take-turn.ts";
import { goOn } from "./go-on.ts";

const factMaxCharacters = 400;
const fact = z.string().max(factMaxCharacters).optional();

const input = z.strictObject({
  aim: z.enum(attemptAims as readonly [AttemptAim, ...AttemptAim[]]),
  /** The application that signs somebody in, and what it asks for. */
  clientId: fact,
  scope: fact,
  /** The cookie of the browser. */
  cookie: z.instanceof(Secret),
  /** Who somebody says that they are, where the page knows it. */
  userName: z.string().min(1, "must not be empty").max(givenNameMaxCharacters).optional(),
  origin: fact,
  language: fact,
  provider: fact,
  /** The request of a client that has sent somebody to the page, checked. */
  request: authorizationRequest.optional(),
});

/** What a sign-in is begun with. */
export type BeginInput = z.output<typeof input>;

interface Begun {
  readonly key: string;
  readonly handle: Secret;
}

const beginAttempt = defineOperation<BeginInput, Begun, Chosen>({
  name: "signIn.begin",
  input: input,
  callers: ["anonymous"],
  audit: { operation: "SIBG", isIdle: () => true },
  prepare: choose,
  async run(context, { aim, cookie }, { chain, number, memory }): Promise<Begun> {
    const { store, clock, ids } = context;
    const key = ids.guid();
    const handle = new Secret(ids.token());
    const startedAt = clock.now();
    await store.add("signInAttempts", {
      ...{ key, handleHash: hashOf(handle), cookieHash: hashOf(cookie), aim },
      ...{ chain: chain.name, chainNumber: number, step: chain.first, entered: false, turn: 0, chainChanges: 0 },
      memory: sealMemory(context, key, memory),
      ...{ startedAt, expiresAt: startedAt + signInAttemptMinutes * 60_000 },
    });
    return { key, handle };
  },
});

type Chosen = Awaited<ReturnType<typeof chosenChain>> & { readonly memory: AttemptMemory };

async function choose(context: CallContext, given: BeginInput): Promise<Chosen> {
  const { aim, userName = null, request, clientId = request?.clientId, scope, origin, language, provider } = given;
  const aimed = await beginAim(context, aim, { clientId, scope, request });
  const known = { ip: context.caller.ip, client: clientId, origin, language, provider };
  const facts = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  const memory: AttemptMemory = { facts, userName, state: null, asked: null, aimed, sessions: {} };
  return { ...(await chosenChain(context, aim, memory)), memory };
}

async function chosenChain(context: CallContext, aim: AttemptAim, memory: AttemptMemory) {
  const chains = await chainsInForce(context);
  const chain = chooseChain(
    chains.map((one) => one.chain),
    purposeOf(aim),
    factsOf({ memory }),
  );
  const taken = chains.find((one) => one.chain === chain);
  if (taken === undefined) throw new ServiceError("CHAIN_NONE", { detail: `for ${aim}` });
  return taken;
}

/** A sign-in that has begun: its handle, and what its first step asks for, or how it has ended already. */
export interface BegunSignIn {
  readonly handle: Secret;
  readonly standing: Exclude<Standing, { at: "step" }>;
  /** Until when it can be gone on with, milliseconds UTC. */
  readonly expiresAt: number;
}

/**
 * Begins a sign-in: chooses its chain by what is known, and goes as far as nothing has to be asked.
 * @throws CHAIN_NONE, INPUT_INVALID, CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID
 */
export async function beginSignIn(service: ServiceContext, caller: Caller, given: BeginInput): Promise<BegunSignIn> {
  const expiresAt = service.clock.now() + signInAttemptMinutes * 60_000;
  const { key, handle } = await invoke(beginAttempt, service, caller, given);
  const standing = await goOn(service, caller, key, { at: "step" });
  return { handle, standing, expiresAt };
}
