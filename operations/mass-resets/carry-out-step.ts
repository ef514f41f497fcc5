import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { endSteps } from "./engine/end-steps.ts";
import { lookPauseMs } from "./engine/follow-step.ts";
import type { Step } from "./engine/steps.ts";

const input = z.strictObject({ key: z.string() });
const audit = { operation: "VRST", when: "never" } as const;

/**
 * Takes a step for itself before its act, in the same transaction: of two processes only one performs it.
 * @throws CONFLICT if it has been performed or has ended, or its mass reset is paused or stopped
 */
export const claimStep = defineOperation({
  name: "massResets.claimStep",
  input,
  callers: ["engine"],
  audit,
  async run(context, { key }): Promise<void> {
    const step = await lockedStep(context, key);
    const run = step && (await context.store.get("runs", step.runKey));
    const isOpen = step?.result === null && step.performedAt === null;
    const goesOn = run?.state === "queued" || run?.state === "running";
    if (!isOpen || !goesOn) throw new ServiceError("CONFLICT", { target: "key" });
  },
});

const result = z.enum(["S", "F", "X"]);
const optionalKey = z.string().nullish();

/** Records that a step was performed, in the transaction of its act: it has ended, or something that it names carries it out. */
export const noteStep = defineOperation({
  name: "massResets.noteStep",
  input: z.strictObject({ key: z.string(), followedKey: optionalKey, requestKey: optionalKey, userKey: optionalKey }),
  callers: ["engine"],
  audit,
  async run(context, { key, followedKey = null, requestKey = null, userKey }): Promise<void> {
    const { store, clock } = context;
    const step = await lockedStep(context, key);
    if (step === undefined) throw new ServiceError("CONFLICT", { target: "key" });
    const now = clock.now();
    const told = { performedAt: now, followedKey, requestKey, ...(userKey && { userKey }) };
    if (followedKey === null) {
      await endSteps(context, step.runKey, [{ step, result: "S", errorCode: null, message: null, told }]);
      return;
    }
    const performed = { ...step, performedAt: now };
    await store.save("massResetSteps", { key, ...told, nextTryAt: now + lookPauseMs(performed, now) });
  },
});

/** Ends a step that is open, with its reason and the steps that waited for it. */
export const endStep = defineOperation({
  name: "massResets.endStep",
  input: z.strictObject({
    key: z.string(),
    result,
    errorCode: z.string().nullable(),
    message: z.string().nullable(),
    accountKey: optionalKey,
    requestKey: optionalKey,
  }),
  callers: ["engine"],
  audit,
  async run(context, { key, result: ended, errorCode, message, accountKey, requestKey }): Promise<void> {
    const step = await lockedStep(context, key);
    if (step?.result !== null) return;
    const told = { ...(accountKey && { accountKey }), ...(requestKey && { requestKey }) };
    await endSteps(context, step.runKey, [{ step, result: ended, errorCode, message, told }]);
  },
});

/** Lets a step wait for a time, with what is known of it. */
export const delayStep = defineOperation({
  name: "massResets.delayStep",
  input: z.strictObject({
    key: z.string(),
    pauseMs: z.int().min(0),
    message: z.string().nullish(),
    requestKey: optionalKey,
  }),
  callers: ["engine"],
  audit,
  async run(context, { key, pauseMs, message, requestKey }): Promise<void> {
    const step = await lockedStep(context, key);
    if (step?.result !== null) return;
    const told = { ...(message && { message }), ...(requestKey && { requestKey }) };
    await context.store.save("massResetSteps", { key, ...told, nextTryAt: context.clock.now() + pauseMs });
  },
});

function lockedStep({ store }: CallContext, key: string): Promise<Step | undefined> {
  return store.lock("massResetSteps", key);
}
