import { z } from "zod";

import { chainChangesMax, chainStepsMax } from "#domain/chain-limits.ts";
import { componentOfStep } from "#domain/chains/component-of-step.ts";
import { builtInParts } from "#domain/chains/parts.ts";
import { proofFor, stepMark } from "#domain/chains/step-mark.ts";
import { ServiceError } from "#domain/errors.ts";

import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { strangerNameOf } from "../kernel/stranger-name.ts";
import { type Standing, answerStep } from "./engine/answer-step.ts";
import type { Attempt } from "./engine/attempt.ts";
import { attemptOf, attemptOver, lockAttempt, stepOf } from "./engine/attempts.ts";
import { type AuditedStanding, describeStanding, isIdleStanding, standingCode } from "./engine/audit-standing.ts";
import type { OutcomeTurn, Turn } from "./engine/component.ts";
import { componentOf } from "./engine/components.ts";
import { identifiedUser } from "./engine/sign-in-purposes.ts";

/** Limit of steps, above that of any way through the longest chains. */
const turnsMax = chainStepsMax * (chainChangesMax + 1);

const enterStep = defineOperation<
  { readonly key: string },
  AuditedStanding,
  { readonly attempt: Attempt; readonly turn: Turn }
>({
  name: "signIn.enterStep",
  input: z.strictObject({ key: z.string() }),
  // For a signed-in caller, the operation that continues has asked the policies.
  callers: ["anonymous", "engine"],
  audit: { operation: standingCode, describe: (_input, output) => describeStanding(output), isIdle: isIdleStanding },
  async prepare(context, { key }) {
    const row = await context.store.get("signInAttempts", key);
    if (row === undefined) throw attemptOver("gone");
    const attempt = await attemptOf(context, row);
    return { attempt, turn: provedBefore(attempt) ?? (await componentOf(attempt).begin(context, stepOf(attempt))) };
  },
  async run(context, _input, { attempt, turn }) {
    return takeLockedTurn(context, attempt, () => turn);
  },
});

/** Returns the outcome of a step whose counterpart in another chain has proved the user; undefined if it must be asked. */
function provedBefore({ row, chain, memory }: Attempt): OutcomeTurn | undefined {
  const step = chain.steps[row.step];
  if (step === undefined || row.userKey === null) return undefined;
  const proof = proofFor(stepMark(step, componentOfStep(step, builtInParts.components)), memory.kept);
  return proof && { outcome: proof.outcome, reason: "proved before", userKey: row.userKey, isKept: true };
}

/** Decides about a turn of a sign-in that has not changed since it was read, and performs it, in the current transaction. */
export async function takeLockedTurn(
  context: CallContext,
  attempt: Attempt,
  decide: () => Promise<Turn> | Turn,
): Promise<AuditedStanding> {
  await lockAttempt(context, attempt);
  const turn = await decide();
  const { aim } = attempt.row;
  const { userName } = attempt.memory;
  const name = "userName" in turn ? (turn.userName ?? userName) : userName;
  const ident = await strangerNameOf(context, { table: "users", name });
  const recipient = identifiedUser(attempt);
  return { aim, ident, recipient, standing: await answerStep(context, attempt, turn) };
}

/** Goes on with a sign-in until a step asks for something, or the chain has ended. */
export async function continueSignIn(
  service: ServiceContext,
  caller: Caller,
  key: string,
  standing: Standing,
): Promise<Exclude<Standing, { at: "step" }>> {
  let now = standing;
  for (let turns = 0; now.at === "step"; turns += 1) {
    if (turns > turnsMax) throw new ServiceError("CHAIN_INVALID", { detail: "a sign-in comes to no end" });
    ({ standing: now } = await invoke(enterStep, service, caller, { key }));
  }
  return now;
}
