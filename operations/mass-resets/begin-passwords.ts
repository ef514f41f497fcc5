import { z } from "zod";

import { stepLookMs } from "#domain/mass-reset-limits.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import { requestDay, requestNumber } from "#domain/requests/request-number.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { startRun } from "../runs/engine/run-life.ts";
import { starterOf } from "./engine/as-starter.ts";
import { partsOf } from "./engine/choice.ts";
import { endSteps } from "./engine/end-steps.ts";
import { createdAccounts } from "./engine/follow-step.ts";
import { type Trial, trialOf } from "./engine/trial-of.ts";

interface Prepared {
  readonly massReset: Row<"massResets">;
  readonly trial: Trial;
}

/**
 * Starts the mass reset that sets and delivers the first passwords of the accounts that an onboarding has created, once all its other steps have
 * ended. It has the rights of the user who started the onboarding, and the terms of the onboarding.
 * @throws MASS_RESET_STARTER_UNFIT
 */
export const beginPasswords = defineOperation({
  name: "massResets.beginPasswords",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "VRST", when: "never" },
  async prepare(context, { key }): Promise<Prepared | undefined> {
    const { store } = context;
    const step = await requireRow(context, "massResetSteps", key);
    const open = allOf(eq("runKey", step.runKey), eq("result", null), ne("key", key));
    if ((await store.select("massResetSteps", { where: open, limit: 1 })).length > 0) return undefined;
    const massReset = await requireRow(context, "massResets", step.runKey);
    const done = await store.select("massResetSteps", { where: allOf(eq("runKey", step.runKey), eq("result", "S")) });
    const asked: CallContext = { ...context, caller: await starterOf(context, massReset) };
    const accounts = await createdAccounts(context, done);
    const choice = { by: "accounts" as const, users: [], accounts };
    return { massReset, trial: await trialOf(asked, { ...massReset, ...everywhere }, { choice, first: 0 }) };
  },
  async run(context, { key }, prepared): Promise<void> {
    const { store, clock } = context;
    const step = await store.lock("massResetSteps", key);
    if (step?.result !== null) return;
    if (prepared === undefined) {
      await store.save("massResetSteps", { key, nextTryAt: clock.now() + stepLookMs.first });
      return;
    }
    const { massReset, trial } = prepared;
    if (trial.counts.accounts === 0) {
      const message = "No account was created whose password can be set.";
      await endSteps(context, step.runKey, [{ step, result: "X", errorCode: "noAccounts", message }]);
      return;
    }
    const passwordsKey = await startReset(context, massReset, trial);
    await store.save("massResets", { key: massReset.key, passwordsKey });
    const told = { followedKey: passwordsKey, performedAt: clock.now() };
    await endSteps(context, step.runKey, [{ step, result: "S", errorCode: null, message: null, told }]);
  },
});

/** First passwords are set wherever accounts were created. */
const everywhere = { targetSystemKeys: null, targetGroupIds: null, withoutOwner: false, includeOwn: false } as const;

async function startReset(context: CallContext, of: Row<"massResets">, trial: Trial): Promise<string> {
  const { store, ids, clock } = context;
  const now = clock.now();
  const key = ids.guid();
  for (const [parts, keys] of Object.entries(trial.keys)) {
    const terms = { key: () => ids.guid(), massResetKey: key, of: parts as keyof Trial["keys"], at: 0 } as const;
    await store.addAll("massResetParts", partsOf(keys, terms));
  }
  const { state } = await startRun(context, {
    key,
    kind: "massReset",
    reason: "asked",
    policyId: null,
    accountKeys: null,
  });
  await store.add("massResets", {
    key,
    number: requestNumber(now, await store.distinctNumber(`request-${requestDay(now)}`)),
    ...termsOf(of),
    state,
    chosenBy: "accounts",
    ...trial.counts,
    canariesOver: of.canaries === 0,
    trialAt: now,
    createdAt: now,
    startedAt: now,
  });
  return key;
}

const kept = [
  "reason",
  "passwordPolicyId",
  "mustChange",
  "delivery",
  "deliveryHours",
  "canaries",
  "canaryFailuresMax",
  "failuresMax",
  "failureShareMax",
  "ratePerMinute",
  "requesterKey",
  "startedByKey",
  "requestId",
] as const satisfies readonly (keyof Row<"massResets">)[];

/** Returns the terms of an onboarding that hold for its first passwords too. */
function termsOf(of: Row<"massResets">): Pick<Row<"massResets">, (typeof kept)[number]> {
  return Object.fromEntries(kept.map((name) => [name, of[name]])) as Pick<Row<"massResets">, (typeof kept)[number]>;
}
