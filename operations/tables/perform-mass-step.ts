import { ServiceError } from "#domain/errors.ts";
import { stepLookMs } from "#domain/mass-reset-limits.ts";
import type { MassResetSkip } from "#domain/mass-resets/mass-reset.ts";
import { skipWords } from "#domain/mass-resets/mass-reset.ts";
import type { Row } from "#store/tables.ts";

import { type AtomicCall, runAtomically } from "../kernel/atomic-group.ts";
import { engineCaller } from "../kernel/callers.ts";
import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { invoke } from "../kernel/invoke.ts";
import { beginPasswords } from "../mass-resets/begin-passwords.ts";
import { claimStep, delayStep, endStep, noteStep } from "../mass-resets/carry-out-step.ts";
import { starterOf } from "../mass-resets/engine/as-starter.ts";
import { followStep, lookPauseMs } from "../mass-resets/engine/follow-step.ts";
import { stepsOfLeaving } from "../mass-resets/engine/offboarding-steps.ts";
import { withHeld } from "../mass-resets/engine/onboarding-steps.ts";
import type { Step } from "../mass-resets/engine/steps.ts";
import { singleCall, type Traces } from "./mass-step-calls.ts";

/**
 * Carries a step out, outside of any transaction: its act is the call that the user who started the mass reset would make alone, with the
 * policies of now, in one transaction with the step. One that was performed before is looked at.
 */
export async function performMassStep(context: CallContext, key: string): Promise<void> {
  const { store } = context;
  const step = await store.get("massResetSteps", key);
  const massReset = step && (await store.get("massResets", step.runKey));
  if (step?.result !== null || massReset === undefined) return;
  const service = serviceOf(context);
  const engine = engineCaller(context.caller.module, key);
  try {
    if (step.performedAt !== null) await look({ service, engine }, context, step);
    else if (step.act === "passwords") await invoke(beginPasswords, service, engine, { key });
    else await act({ service, engine }, { context, step: { ...step, act: step.act }, massReset });
  } catch (error) {
    await refused({ service, engine }, step, error);
  }
}

interface Services {
  readonly service: ServiceContext;
  readonly engine: Caller;
}

interface Acting {
  readonly context: CallContext;
  readonly step: Step & { readonly act: Exclude<Step["act"], "passwords"> };
  readonly massReset: Row<"massResets">;
}

async function act({ service, engine }: Services, { context, step, massReset }: Acting): Promise<void> {
  const starter = await starterOf(context, massReset);
  const asked: CallContext = { ...context, caller: starter };
  const skip = await skipNow(asked, massReset, step);
  const { key } = step;
  if (skip !== undefined) {
    await invoke(endStep, service, engine, { key, result: "X", errorCode: skip, message: skipWords[skip] });
    return;
  }
  const { operation, input, traces } = await singleCall(asked, step, massReset);
  const { failed } = await together(service, [
    (within) => invoke(claimStep, within, engine, { key }),
    (within) => invoke(operation, within, starter, input),
    (within, [, output]) => invoke(noteStep, within, engine, { key, ...tracesOf(output, traces) }),
  ]);
  // Another process has performed it, or it is paused.
  if (failed !== undefined && failed.place > 0) throw failed.error;
}

function tracesOf(attempt: Attempt | undefined, traces: (output: unknown) => Traces): Traces {
  return attempt !== undefined && "done" in attempt ? traces(attempt.done) : {};
}

type Attempt = { readonly done: unknown } | { readonly error: unknown };

/** Runs calls in one transaction; returns the error of the first that failed, after which nothing of them is left. */
async function together(
  service: ServiceContext,
  calls: readonly ((within: ServiceContext, before: readonly Attempt[]) => Promise<unknown>)[],
): Promise<{ readonly failed?: { readonly error: unknown; readonly place: number } }> {
  const attempts = calls.map((one): AtomicCall<Attempt> => async (within, before) => {
    try {
      return { done: await one(within, before) };
    } catch (error) {
      return { error };
    }
  });
  const result = await runAtomically(service, attempts, (attempt) => "error" in attempt);
  if (result.done !== null) return {};
  return { failed: { error: "error" in result.failed ? result.failed.error : undefined, place: result.place } };
}

/** Returns the reason for which a step is skipped now, although it was not when it was planned. */
function skipNow(asked: CallContext, massReset: Row<"massResets">, step: Step): Promise<MassResetSkip | undefined> {
  return massReset.action === "onboard" ? skipOfComing(asked, massReset, step) : skipOfLeaving(asked, massReset, step);
}

async function skipOfComing(
  asked: CallContext,
  { includePrivileged }: Row<"massResets">,
  step: Step,
): Promise<MassResetSkip | undefined> {
  const [planned] = await withHeld(asked, [step]);
  if (planned?.skip !== undefined) return planned.skip;
  const user = step.userKey === null ? undefined : await asked.store.get("users", step.userKey);
  return user?.superuser && !includePrivileged ? "superuser" : undefined;
}

async function skipOfLeaving(
  asked: CallContext,
  massReset: Row<"massResets">,
  { act: wanted, userKey, accountKey }: Step,
): Promise<MassResetSkip | undefined> {
  const { store } = asked;
  const account = accountKey === null ? undefined : await store.get("accounts", accountKey);
  const user = accountKey !== null || userKey === null ? undefined : await store.get("users", userKey);
  const of = { users: user === undefined ? [] : [user], accounts: account === undefined ? [] : [account] };
  const planned = await stepsOfLeaving(asked, massReset, { ...of, before: 0 });
  return planned.find(({ step }) => step.act === wanted)?.skip;
}

async function look({ service, engine }: Services, context: CallContext, step: Step): Promise<void> {
  const { key } = step;
  const followed = await followStep(context, step);
  if (followed.result === null) {
    const pauseMs = lookPauseMs(step, context.clock.now());
    await invoke(delayStep, service, engine, { key, pauseMs, requestKey: followed.requestKey });
    return;
  }
  const { told = {}, ...end } = followed;
  const { accountKey, requestKey } = told;
  await invoke(endStep, service, engine, { key, ...end, accountKey, requestKey });
}

/** Kinds of errors after which the same may be done later. */
const passing: ReadonlySet<ServiceError["kind"]> = new Set(["unavailable", "tooMany"]);

async function refused({ service, engine }: Services, { key }: Step, error: unknown): Promise<void> {
  if (!(error instanceof ServiceError) || error.kind === "internal") throw error;
  const { code, message } = error;
  if (passing.has(error.kind)) {
    await invoke(delayStep, service, engine, { key, pauseMs: stepLookMs.first * 5, message });
    return;
  }
  await invoke(endStep, service, engine, { key, result: "F", errorCode: code, message });
}

/** Returns the services of calls of their own: what belongs to the call around them is left out. */
function serviceOf(context: CallContext): ServiceContext {
  const {
    precondition: _version,
    accepted: _accepted,
    seen: _seen,
    before: _before,
    together: _together,
    ...service
  } = context;
  return service;
}
