import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import type { Asked } from "#domain/chains/asked-fields.ts";
import { policyOf } from "#domain/policy-name.ts";

import { untilConstantTime } from "../identity/engine/constant-time.ts";
import type { Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { invoke } from "../kernel/invoke.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { userFacts } from "../people/engine/policies-of-user.ts";
import { type Answered, decideAnswer, enteredInput, judgeAnswer, type JudgedAnswer } from "./answer.ts";
import { addAttempt, type Begun, type Chosen, chosenBeginning } from "./begin.ts";
import { continueSignIn } from "./continue-sign-in.ts";
import type { Ended, Standing } from "./engine/answer-step.ts";
import { attemptOver, openAttempt } from "./engine/attempts.ts";
import { describeStanding, standingCode } from "./engine/audit-standing.ts";
import { identifiedUser } from "./engine/sign-in-purposes.ts";

/** Progress of a help desk identification. */
export interface Identification {
  /** Key of the user. */
  readonly key: string;
  /** Handle of a new attempt, for the next answer; null after the first call. */
  readonly attempt: Secret | null;
  /** Time until which it can be continued, milliseconds UTC; null after the first call. */
  readonly expiresAt: number | null;
  readonly state: "asked" | "identified" | "failed";
  readonly identified: boolean;
  /** Time of the identification, milliseconds UTC; null if the user is not identified. */
  readonly identifiedAt: number | null;
  /** Fields of the next step; null if the attempt has ended. */
  readonly asked: Asked | null;
  /** True if the last input was wrong and is asked for again. */
  readonly isWrong: boolean;
  /** Reason why a proved user was not identified; null if no reason is told. */
  readonly refusal: Extract<Ended, { readonly at: "DENY" }>["refused"] | null;
}

const identifying = (action: "identify" | "answerIdentification") => [
  {
    name: policyOf.action(`users/${action}`),
    facts: (context: Parameters<typeof userFacts>[0], { key }: { readonly key: string }) => userFacts(context, key),
  },
];

/**
 * Begins the identification of a user. Only the session that began it can continue it. Call `identify`, which continues to the first step
 * that asks for something.
 * @throws NOT_FOUND, CHAIN_NONE
 */
export const beginIdentification = defineOperation<{ readonly key: string }, Begun, Chosen>({
  name: "users.identify",
  input: z.strictObject({ key: keyInput }),
  callers: ["user"],
  policies: identifying("identify"),
  audit: { operation: "SIBG", describe: ({ key }) => ({ recipient: key }) },
  async prepare(context, { key }) {
    const { id } = await requireRow(context, "users", key);
    return chosenBeginning(context, { door: "helpDesk", userName: id, userKey: key });
  },
  run: (context, _input, chosen) =>
    addAttempt(context, { door: "helpDesk", cookie: sessionOf(context.caller) }, chosen),
});

interface IdentificationAnswer {
  readonly key: string;
  readonly attempt: string;
  readonly fields: z.output<typeof enteredInput>;
}

/**
 * Answers the current step of an identification; call `answerIdentification`, which continues.
 * @throws SIGN_IN_ATTEMPT_OVER, SIGN_IN_ATTEMPT_MOVED, INPUT_INVALID, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export const takeIdentificationAnswer = defineOperation<IdentificationAnswer, Answered, JudgedAnswer>({
  name: "users.answerIdentification",
  input: z.strictObject({ key: keyInput, attempt: keyInput, fields: enteredInput }),
  callers: ["user"],
  policies: identifying("answerIdentification"),
  audit: {
    operation: standingCode,
    describe: ({ key }, output) => ({ recipient: key, ...describeStanding(output) }),
  },
  async prepare(context, { key, attempt: handle, fields }) {
    const cookie = sessionOf(context.caller);
    const attempt = await openAttempt(context, { handle: new Secret(handle), cookie, aims: ["identify"] });
    if (identifiedUser(attempt) !== key) throw attemptOver("of another user");
    return judgeAnswer(context, attempt, fields);
  },
  run: (context, _input, answer) => decideAnswer(context, answer),
});

/** Returns the stand-in for a browser's cookie for a sign-in within a session. It contains characters that no cookie has. */
export function sessionOf({ sessid }: Caller): Secret {
  return new Secret(`session: ${sessid}`);
}

/**
 * Begins the identification of a user by its chain; returns the first step.
 * @throws NOT_FOUND, FORBIDDEN, CHAIN_NONE
 */
export async function identify(service: ServiceContext, caller: Caller, input: unknown): Promise<Identification> {
  const { key, handle, expiresAt } = await invoke(beginIdentification, service, caller, input);
  const standing = await continueSignIn(...stepsOf(service, caller), key, { at: "step" });
  return { ...stateOf(keyOf(input), standing), attempt: handle, expiresAt };
}

/**
 * Answers the current step and continues, until another step asks or the result is known. Every result but success takes constant time.
 * @throws FORBIDDEN, SIGN_IN_ATTEMPT_OVER, SIGN_IN_ATTEMPT_MOVED, INPUT_INVALID, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export async function answerIdentification(
  service: ServiceContext,
  caller: Caller,
  input: unknown,
): Promise<Identification> {
  const startedMs = performance.now();
  const { key, standing } = await invoke(takeIdentificationAnswer, service, caller, input);
  const now = await continueSignIn(...stepsOf(service, caller), key, standing);
  if (now.at !== "ALLOW") await untilConstantTime(startedMs, service.settings);
  return stateOf(keyOf(input), now);
}

/**
 * Returns the context and caller for further steps of an allowed call. They are its own: no policy is asked again, and its precondition has
 * held.
 */
export function stepsOf(service: ServiceContext, caller: Caller): [ServiceContext, Caller] {
  const further = { ...service };
  delete further.precondition;
  return [further, { ...caller, kind: "engine" }];
}

function keyOf(input: unknown): string {
  return (input as { readonly key: string }).key;
}

function stateOf(key: string, standing: Exclude<Standing, { at: "step" }>): Identification {
  const nothing = { attempt: null, expiresAt: null, identified: false, identifiedAt: null, asked: null };
  const rest = { key, ...nothing, isWrong: false, refusal: null };
  if (standing.at === "asked")
    return { ...rest, state: "asked", asked: standing.asked, isWrong: standing.failed !== undefined };
  if (standing.at === "DENY") {
    // Only a user who has proved their identity learns more than that it failed.
    const refusal = standing.refused === "INVALID_GRANT" ? null : standing.refused;
    return { ...rest, state: "failed", refusal };
  }
  const { given } = standing;
  if (given.aim !== "identify") throw attemptOver(`it is for ${given.aim}`);
  return { ...rest, state: "identified", identified: true, identifiedAt: given.identifiedAt };
}
