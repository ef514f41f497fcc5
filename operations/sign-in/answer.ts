import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { stepFieldNameMaxCharacters, stepFieldsMax, stepValueMaxBytes } from "#domain/chain-limits.ts";
import { ServiceError } from "#domain/errors.ts";

import type { Caller, ServiceContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { untilConstantTime } from "../identity/engine/constant-time.ts";
import { invoke } from "../invoke.ts";
import type { Attempt } from "./engine/attempt.ts";
import { openAttempt, stepOf } from "./engine/attempts.ts";
import { type AuditedStanding, describeStanding, isIdleStanding, standingCode } from "./engine/audit-standing.ts";
import { componentOf } from "./engine/components.ts";
import type { Standing } from "./engine/take-turn.ts";
import { goOn, takeLockedTurn } from "./go-on.ts";

const value = z
  .instanceof(Secret, { error: "must be a text" })
  .refine((secret) => secret.use((text) => Buffer.byteLength(text) <= stepValueMaxBytes), {
    message: `must have at most ${stepValueMaxBytes} bytes`,
  });

const input = z.strictObject({
  handle: z.instanceof(Secret),
  cookie: z.instanceof(Secret),
  fields: z
    .record(z.string().max(stepFieldNameMaxCharacters), value)
    .refine((fields) => Object.keys(fields).length <= stepFieldsMax, {
      message: `must have at most ${stepFieldsMax} fields`,
    }),
});

type AnswerInput = z.output<typeof input>;

type Answered = AuditedStanding & { readonly key: string };

const answerStep = defineOperation<AnswerInput, Answered, { readonly attempt: Attempt; readonly judged: unknown }>({
  name: "signIn.answer",
  input,
  callers: ["anonymous"],
  audit: { operation: standingCode, describe: (_input, output) => describeStanding(output), isIdle: isIdleStanding },
  async prepare(context, { fields, ...shown }) {
    const attempt = await openAttempt(context, shown);
    if (!attempt.row.entered) throw new ServiceError("SIGN_IN_ATTEMPT_MOVED", { detail: "it asks for nothing yet" });
    return { attempt, judged: await componentOf(attempt).judge(context, stepOf(attempt), fields) };
  },
  async run(context, _input, { attempt, judged }) {
    const decide = () => componentOf(attempt).decide(context, stepOf(attempt), judged);
    return { key: attempt.row.key, ...(await takeLockedTurn(context, attempt, decide)) };
  },
});

/**
 * Answers what a sign-in asks for, and goes on until it asks for something else or has ended. Whatever is not let in is answered in constant
 * time, so that neither a name nor an answer can be told from another.
 * @throws SIGN_IN_ATTEMPT_OVER, SIGN_IN_ATTEMPT_MOVED, INPUT_INVALID, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export async function answerSignIn(
  service: ServiceContext,
  caller: Caller,
  given: AnswerInput,
): Promise<Exclude<Standing, { at: "step" }>> {
  const startedMs = performance.now();
  const { key, standing } = await invoke(answerStep, service, caller, given);
  const now = await goOn(service, caller, key, standing);
  if (now.at !== "ALLOW") await untilConstantTime(startedMs, service.settings);
  return now;
}
