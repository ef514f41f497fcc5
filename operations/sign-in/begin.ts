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

/** Aims that begin within a session; they have operations of their own. */
const withinSession: readonly AttemptAim[] = ["identify", "prove"];
const doors = walkingDoors.filter((door) => !withinSession.includes(signInDoors[door].aim));

const input = z.strictObject({
  door: z.enum(doors as [WalkingDoorName, ...WalkingDoorName[]]),
  /** Application that signs the user in, and its scope. */
  clientId: fact,
  scope: fact,
  /** The cookie of the browser. */
  cookie: z.instanceof(Secret),
  /** User name, if the page knows it. */
  userName: z.string().min(1, "must not be empty").max(givenNameMaxCharacters).optional(),
  origin: fact,
  language: fact,
  provider: fact,
  /** Checked request of the client that sent the user to the page. */
  request: authorizationRequest.optional(),
});

/** Input that begins a sign-in. */
export type BeginInput = z.output<typeof input>;

/** Row of a new sign-in, and the handle that continues it. */
export interface Begun {
  readonly key: string;
  readonly handle: Secret;
  /** Time until which it can be continued, milliseconds UTC. */
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

/** Entry point of a new sign-in, and the cookie that binds it to a browser. */
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

/** Chain with which a sign-in begins, and its first memory. */
export type Chosen = Awaited<ReturnType<typeof chosenChain>> & { readonly memory: AttemptMemory };

/** Facts about a sign-in that begins. */
type Beginning = Omit<BeginInput, "cookie"> & { readonly userKey?: string; readonly sessid?: string };

/**
 * Chooses the chain of a sign-in by the known facts.
 * @throws CHAIN_NONE, CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID, INPUT_INVALID
 */
export async function chosenBeginning(context: CallContext, given: Beginning): Promise<Chosen> {
  const { door, userName: name = null, request, clientId, userKey, sessid, scope, ...said } = given;
  // Chains are chosen by IDs, so other capitals in a name lead to no other chain.
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

/** A new sign-in: its handle, and the fields of its first step or its end. */
export interface BegunSignIn extends Pick<Begun, "handle" | "expiresAt"> {
  readonly standing: Exclude<Standing, { at: "step" }>;
}

/**
 * Begins a sign-in: chooses its chain by the known facts, and continues to the first step that asks for something.
 * @throws CHAIN_NONE, INPUT_INVALID, CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID
 */
export async function beginSignIn(service: ServiceContext, caller: Caller, given: BeginInput): Promise<BegunSignIn> {
  const startedMs = performance.now();
  const { key, handle, expiresAt } = await invoke(beginAttempt, service, caller, given);
  const standing = await continueSignIn(service, caller, key, { at: "step" });
  // The first step of a given name needs lookups, whose time could reveal whether the name exists.
  if (given.userName !== undefined && standing.at !== "ALLOW") await untilConstantTime(startedMs, service.settings);
  return { handle, standing, expiresAt };
}
