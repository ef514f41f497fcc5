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

/** How far the identification of a person is. */
export interface Identification {
  /** The user. */
  readonly key: string;
  /** The handle by which it is gone on with, where it has just begun. */
  readonly attempt: Secret | null;
  /** Until when it can be gone on with, in milliseconds UTC, where it has just begun. */
  readonly expiresAt: number | null;
  readonly state: "asked" | "identified" | "failed";
  readonly identified: boolean;
  /** In milliseconds UTC; null = it is not so. */
  readonly identifiedAt: number | null;
  /** What is asked next; null = it is over. */
  readonly asked: Asked | null;
  /** Whether what was entered last was wrong, and is asked once more. */
  readonly isWrong: boolean;
  /** Why somebody was not identified who has proved who they are; null = nothing more is told. */
  readonly refusal: Extract<Ended, { readonly at: "DENY" }>["refused"] | null;
}

const identifying = (action: "identify" | "answerIdentification") => [
  {
    name: policyOf.action(`users/${action}`),
    facts: (context: Parameters<typeof userFacts>[0], { key }: { readonly key: string }) => userFacts(context, key),
  },
];

/**
 * Begins to find out whether somebody is a user. Only the session that has begun it goes on with it; call `identify`, which goes as far as
 * nothing has to be asked.
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
 * Answers what is asked to find out whether somebody is a user; call `answerIdentification`, which goes on.
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

/** What stands in the place of a browser's cookie where a sign-in is walked within a session; a cookie has no such characters. */
export function sessionOf({ sessid }: Caller): Secret {
  return new Secret(`session: ${sessid}`);
}

/**
 * Begins to find out whether somebody is a user, by the chain for that; says what to ask first.
 * @throws NOT_FOUND, FORBIDDEN, CHAIN_NONE
 */
export async function identify(service: ServiceContext, caller: Caller, input: unknown): Promise<Identification> {
  const { key, handle, expiresAt } = await invoke(beginIdentification, service, caller, input);
  const standing = await continueSignIn(...stepsOf(service, caller), key, { at: "step" });
  return { ...stateOf(keyOf(input), standing), attempt: handle, expiresAt };
}

/**
 * Answers what was asked and goes on, until something else is asked or it is known whether it is the user. Whatever does not end well is
 * answered in constant time.
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

/** The further steps of a call that is allowed are its own: no policy is asked again, and its condition has held. */
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
    // Anything else than that it has failed is for who has proved who they are.
    const refusal = standing.refused === "INVALID_GRANT" ? null : standing.refused;
    return { ...rest, state: "failed", refusal };
  }
  const { given } = standing;
  if (given.aim !== "identify") throw attemptOver(`it is for ${given.aim}`);
  return { ...rest, state: "identified", identified: true, identifiedAt: given.identifiedAt };
}
