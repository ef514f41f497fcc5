import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { givenNameMaxCharacters, signInAttemptMinutes } from "#domain/chain-limits.ts";
import { type AttemptAim, purposeOf } from "#domain/chains/attempt-aims.ts";
import { signInDoors, type WalkingDoorName, walkingDoors } from "#domain/chains/sign-in-doors.ts";
import { ServiceError } from "#domain/errors.ts";

import { factsAtDoor } from "../chains/engine/facts-at-door.ts";
import { chainTaken } from "../chains/engine/stored-chains.ts";
import { authorizationRequest } from "../identity/engine/authorization-request.ts";
import { hashOf } from "../identity/engine/client.ts";
import { untilConstantTime } from "../identity/engine/constant-time.ts";
import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { idNamed } from "../kernel/named-user.ts";
import { continueSignIn } from "./continue-sign-in.ts";
import type { Standing } from "./engine/answer-step.ts";
import type { AttemptMemory } from "./engine/attempt.ts";
import { factsOf, nothingYet, sealMemory } from "./engine/attempts.ts";
import { beginPurpose } from "./engine/sign-in-purposes.ts";

const factMaxCharacters = 400;
const fact = z.string().max(factMaxCharacters).optional();

/** What is begun within a session has operations of its own. */
const withinSession: readonly AttemptAim[] = ["identify", "prove"];
const doors = walkingDoors.filter((door) => !withinSession.includes(signInDoors[door].aim));

const input = z.strictObject({
  door: z.enum(doors as [WalkingDoorName, ...WalkingDoorName[]]),
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

/** The row of a sign-in that has begun, and the handle by which it is gone on with. */
export interface Begun {
  readonly key: string;
  readonly handle: Secret;
  /** Until when it can be gone on with, milliseconds UTC. */
  readonly expiresAt: number;
}

const beginAttempt = defineOperation<BeginInput, Begun, Chosen>({
  name: "signIn.begin",
  input,
  callers: ["anonymous"],
  audit: { operation: "SIBG", isIdle: () => true },
  prepare: chosenBeginning,
  run: addAttempt,
});

/** What a beginning names by which it is bound and where it is done. */
interface Bound {
  readonly door: WalkingDoorName;
  readonly cookie: Secret;
}

/** Adds the row of a sign-in that begins, in the current transaction. */
export async function addAttempt(
  context: CallContext,
  { door, cookie }: Bound,
  { chain, number, memory }: Chosen,
): Promise<Begun> {
  const { store, clock, ids } = context;
  const key = ids.guid();
  const handle = new Secret(ids.token());
  const startedAt = clock.now();
  const expiresAt = startedAt + signInAttemptMinutes * 60_000;
  await store.add("signInAttempts", {
    key,
    handleHash: hashOf(handle),
    cookieHash: hashOf(cookie),
    aim: signInDoors[door].aim,
    chain: chain.name,
    chainNumber: number,
    step: chain.first,
    entered: false,
    turn: 0,
    chainChanges: 0,
    memory: sealMemory(context, key, memory),
    startedAt,
    expiresAt,
  });
  return { key, handle, expiresAt };
}

/** The chain with which a sign-in begins, and what it remembers then. */
export type Chosen = Awaited<ReturnType<typeof chosenChain>> & { readonly memory: AttemptMemory };

/** What is known of a sign-in that begins. */
type Beginning = Omit<BeginInput, "cookie"> & { readonly userKey?: string; readonly sessid?: string };

/**
 * Chooses the chain of a sign-in by what is known.
 * @throws CHAIN_NONE, CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID, INPUT_INVALID
 */
export async function chosenBeginning(context: CallContext, given: Beginning): Promise<Chosen> {
  const { door, userName: name = null, request, clientId, userKey, sessid, scope, ...said } = given;
  // Chains are chosen by ids, so nobody comes to another chain by other capitals.
  const userName = name === null ? null : await idNamed(context, name);
  const { aim } = signInDoors[door];
  const { aimed, checkedClient } = await beginPurpose(context, aim, {
    clientId,
    scope,
    request,
    userKey,
    sessid,
    origin: said.origin,
  });
  const { userName: _name, ...facts } = factsAtDoor(context, { door, checkedClient, userName, said });
  const memory: AttemptMemory = { facts, userName, ...nothingYet, aimed };
  return { ...(await chosenChain(context, aim, memory)), memory };
}

async function chosenChain(context: CallContext, aim: AttemptAim, memory: AttemptMemory) {
  const taken = await chainTaken(context, { purpose: purposeOf(aim), facts: factsOf({ memory }) });
  if (taken === undefined) throw new ServiceError("CHAIN_NONE", { detail: `for ${aim}` });
  return taken;
}

/** A sign-in that has begun: its handle, and what its first step asks for, or how it has ended already. */
export interface BegunSignIn extends Pick<Begun, "handle" | "expiresAt"> {
  readonly standing: Exclude<Standing, { at: "step" }>;
}

/**
 * Begins a sign-in: chooses its chain by what is known, and goes as far as nothing has to be asked.
 * @throws CHAIN_NONE, INPUT_INVALID, CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID
 */
export async function beginSignIn(service: ServiceContext, caller: Caller, given: BeginInput): Promise<BegunSignIn> {
  const startedMs = performance.now();
  const { key, handle, expiresAt } = await invoke(beginAttempt, service, caller, given);
  const standing = await continueSignIn(service, caller, key, { at: "step" });
  // What is asked of a name that was given is looked up, so that its time could tell of the name.
  if (given.userName !== undefined && standing.at !== "ALLOW") await untilConstantTime(startedMs, service.settings);
  return { handle, standing, expiresAt };
}
