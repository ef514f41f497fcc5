import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { isProvedByPerson } from "#domain/audit/session-door.ts";
import type { Asked } from "#domain/chains/asked-fields.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";

import { untilConstantTime } from "../identity/engine/constant-time.ts";
import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { invoke } from "../kernel/invoke.ts";
import { proofEnd } from "../kernel/require-fresh-proof.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { userFacts } from "../people/engine/policies-of-user.ts";
import { type Answered, decideAnswer, enteredInput, judgeAnswer, type JudgedAnswer } from "./answer.ts";
import { addAttempt, type Begun, type Chosen, chosenBeginning } from "./begin.ts";
import { continueSignIn } from "./continue-sign-in.ts";
import type { Ended, Standing } from "./engine/answer-step.ts";
import { attemptOver, openAttempt } from "./engine/attempts.ts";
import { describeStanding, standingCode } from "./engine/audit-standing.ts";
import { sessionOf, stepsOf } from "./identify.ts";

/** Progress of a user's renewed proof of identity within their session. */
export interface Proof {
  /** Key of the user. */
  readonly key: string;
  /** Handle of a new attempt, for the next answer; null after the first call. */
  readonly attempt: Secret | null;
  /** Time until which it can be continued, milliseconds UTC; null after the first call. */
  readonly expiresAt: number | null;
  /** State; `elsewhere` if the chain needs an identity provider, which only a sign-in can ask. */
  readonly state: "asked" | "proved" | "failed" | "elsewhere";
  /** Time until which the proof counts, milliseconds UTC; null if it is not given. */
  readonly provedUntil: number | null;
  /** Fields of the next step; null if there is none. */
  readonly asked: Asked | null;
  /** True if the last input was wrong and is asked for again. */
  readonly isWrong: boolean;
  /** Reason why the proof of a proved user does not count; null if no reason is told. */
  readonly refusal: Extract<Ended, { readonly at: "DENY" }>["refused"] | null;
}

const proving = (action: "prove" | "answerProof") => [
  {
    name: policyOf.action(`users/${action}`),
    facts: (context: CallContext, { key }: { readonly key: string }) => userFacts(context, key),
  },
];

/**
 * Begins a proof of the caller's identity, by the chain of their sign-in. It counts for the session of the call. Call `prove`, which
 * continues to the first step that asks for something.
 * @throws NOT_FOUND, PROOF_REQUIRED, CHAIN_NONE
 */
export const beginProof = defineOperation<{ readonly key: string }, Begun, Chosen>({
  name: "users.prove",
  input: z.strictObject({ key: keyInput }),
  callers: ["user"],
  policies: proving("prove"),
  audit: { operation: "SIBG", describe: ({ key }) => ({ recipient: key }) },
  async prepare(context, { key }) {
    const { sessid } = context.caller;
    await requireOwnSession(context, key);
    const { id } = await requireRow(context, "users", key);
    return chosenBeginning(context, { door: "proof", userName: id, userKey: key, sessid });
  },
  run: (context, _input, chosen) => addAttempt(context, { door: "proof", cookie: sessionOf(context.caller) }, chosen),
});

/**
 * Throws PROOF_REQUIRED unless the user signed in to the session by the service's own pages or programs: no third-party application learns
 * of a proof.
 */
async function requireOwnSession({ store, caller }: CallContext, key: string): Promise<void> {
  const session = await store.sessions.stateOf(caller.sessid);
  const { door = null, clientId = null, actor } = session ?? {};
  const client = clientId === null ? undefined : await store.get("clients", clientId);
  const isOwn = clientId === null || client?.grants.includes("password") === true;
  if (door !== null && isProvedByPerson[door] && isOwn && actor === key) return;
  throw new ServiceError("PROOF_REQUIRED", {
    message:
      "PROOF_REQUIRED: this session cannot be proved anew, because an application of others began it or no person did. Sign in again, then repeat the call.",
  });
}

interface ProofAnswer {
  readonly key: string;
  readonly attempt: string;
  readonly fields: z.output<typeof enteredInput>;
}

/**
 * Answers the current step of a proof; call `answerProof`, which continues.
 * @throws SIGN_IN_ATTEMPT_OVER, SIGN_IN_ATTEMPT_MOVED, INPUT_INVALID, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export const takeProofAnswer = defineOperation<ProofAnswer, Answered, JudgedAnswer>({
  name: "users.answerProof",
  input: z.strictObject({ key: keyInput, attempt: keyInput, fields: enteredInput }),
  callers: ["user"],
  policies: proving("answerProof"),
  audit: {
    operation: standingCode,
    describe: ({ key }, output) => ({ recipient: key, ...describeStanding(output) }),
  },
  async prepare(context, { attempt: handle, fields }) {
    const cookie = sessionOf(context.caller);
    return judgeAnswer(
      context,
      await openAttempt(context, { handle: new Secret(handle), cookie, aims: ["prove"] }),
      fields,
    );
  },
  run: (context, _input, answer) => decideAnswer(context, answer),
});

/**
 * Begins a renewed proof of the caller's identity; returns the first step.
 * @throws NOT_FOUND, FORBIDDEN, PROOF_REQUIRED, CHAIN_NONE
 */
export async function prove(service: ServiceContext, caller: Caller, input: unknown): Promise<Proof> {
  const { key, handle, expiresAt } = await invoke(beginProof, service, caller, input);
  const standing = await continueSignIn(...stepsOf(service, caller), key, { at: "step" });
  return { ...proofOf(service, caller, standing), attempt: handle, expiresAt };
}

/**
 * Answers the current step and continues, until another step asks or the proof is given or has failed. Every result but success takes
 * constant time.
 * @throws FORBIDDEN, SIGN_IN_ATTEMPT_OVER, SIGN_IN_ATTEMPT_MOVED, INPUT_INVALID, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export async function answerProof(service: ServiceContext, caller: Caller, input: unknown): Promise<Proof> {
  const startedMs = performance.now();
  const { key, standing } = await invoke(takeProofAnswer, service, caller, input);
  const now = await continueSignIn(...stepsOf(service, caller), key, standing);
  if (now.at !== "ALLOW") await untilConstantTime(startedMs, service.settings);
  return proofOf(service, caller, now);
}

function proofOf(service: ServiceContext, { key }: Caller, standing: Exclude<Standing, { at: "step" }>): Proof {
  const nothing = { attempt: null, expiresAt: null, provedUntil: null, asked: null, isWrong: false, refusal: null };
  const rest = { key: key ?? "", ...nothing };
  if (standing.at === "asked") {
    const { asked, failed } = standing;
    if (asked.redirect !== undefined) return { ...rest, state: "elsewhere" };
    return { ...rest, state: "asked", asked, isWrong: failed !== undefined };
  }
  if (standing.at === "DENY") {
    // Only a user who has proved their identity learns more than that it failed.
    return { ...rest, state: "failed", refusal: standing.refused === "INVALID_GRANT" ? null : standing.refused };
  }
  const { given } = standing;
  if (given.aim !== "prove") throw attemptOver(`it is for ${given.aim}`);
  return { ...rest, state: "proved", provedUntil: proofEnd(service, given.provedAt) };
}
