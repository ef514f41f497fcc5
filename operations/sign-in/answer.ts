import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { stepFieldNameMaxCharacters, stepFieldsMax, stepValueMaxBytes } from "#domain/chain-limits.ts";
import { type AttemptAim, attemptAims } from "#domain/chains/attempt-aims.ts";
import { ServiceError } from "#domain/errors.ts";

import { untilConstantTime } from "../identity/engine/constant-time.ts";
import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { namedMembers } from "../kernel/named-members.ts";
import { continueSignIn, takeLockedTurn } from "./continue-sign-in.ts";
import type { Standing } from "./engine/answer-step.ts";
import type { Attempt } from "./engine/attempt.ts";
import { openAttempt, stepOf } from "./engine/attempts.ts";
import { type AuditedStanding, describeStanding, isIdleStanding, standingCode } from "./engine/audit-standing.ts";
import type { Entered } from "./engine/component.ts";
import { componentOf } from "./engine/components.ts";

const nameRule = `must be a text of at most ${stepFieldNameMaxCharacters} characters`;
const valueRule = `must be a text of at most ${stepValueMaxBytes} bytes`;
const value = z
  .instanceof(Secret, { error: valueRule })
  .refine((secret) => secret.use((text) => Buffer.byteLength(text) <= stepValueMaxBytes), valueRule);

/** Values entered into the fields of a step, by field name. */
export const enteredInput = namedMembers(
  [z.string(nameRule).max(stepFieldNameMaxCharacters, nameRule), nameRule],
  [value, valueRule],
).refine((fields) => Object.keys(fields).length <= stepFieldsMax, {
  message: `must have at most ${stepFieldsMax} fields`,
});

const input = z.strictObject({
  handle: z.instanceof(Secret),
  cookie: z.instanceof(Secret),
  /** Aims that the endpoint accepts. */
  aims: z.array(z.enum(attemptAims as readonly [AttemptAim, ...AttemptAim[]])),
  fields: enteredInput,
});

type AnswerInput = z.output<typeof input>;

/** Standing of a sign-in after an answer, with its key. */
export type Answered = AuditedStanding & { readonly key: string };

/** An answer whose values were checked, before any decision. */
export interface JudgedAnswer {
  readonly attempt: Attempt;
  readonly judged: unknown;
}

const answerStep = defineOperation<AnswerInput, Answered, JudgedAnswer>({
  name: "signIn.answer",
  input,
  callers: ["anonymous"],
  audit: { operation: standingCode, describe: (_input, output) => describeStanding(output), isIdle: isIdleStanding },
  async prepare(context, { fields, ...shown }) {
    return judgeAnswer(context, await openAttempt(context, shown), fields);
  },
  run: (context, _input, answer) => decideAnswer(context, answer),
});

/**
 * Checks the entered values, outside of any transaction.
 * @throws SIGN_IN_ATTEMPT_MOVED, INPUT_INVALID, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export async function judgeAnswer(context: CallContext, attempt: Attempt, fields: Entered): Promise<JudgedAnswer> {
  if (!attempt.row.entered) throw new ServiceError("SIGN_IN_ATTEMPT_MOVED", { detail: "it asks for nothing yet" });
  return { attempt, judged: await componentOf(attempt).judge(context, stepOf(attempt), fields) };
}

/** Decides about a checked answer and continues the sign-in, in the current transaction. */
export async function decideAnswer(context: CallContext, { attempt, judged }: JudgedAnswer): Promise<Answered> {
  const decide = () => componentOf(attempt).decide(context, stepOf(attempt), judged);
  return { key: attempt.row.key, ...(await takeLockedTurn(context, attempt, decide)) };
}

/**
 * Answers the current step of a sign-in, and continues until it asks for something else or has ended. Every answer but success takes
 * constant time, so that it reveals neither names nor right answers.
 * @throws SIGN_IN_ATTEMPT_OVER, SIGN_IN_ATTEMPT_MOVED, INPUT_INVALID, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export async function answerSignIn(
  service: ServiceContext,
  caller: Caller,
  given: AnswerInput,
): Promise<Exclude<Standing, { at: "step" }>> {
  const startedMs = performance.now();
  const { key, standing } = await invoke(answerStep, service, caller, given);
  const now = await continueSignIn(service, caller, key, standing);
  if (now.at !== "ALLOW") await untilConstantTime(startedMs, service.settings);
  return now;
}
