import { z } from "zod";

import { trialObjectsDefault, trialObjectsMax } from "#domain/limits.ts";
import type { massResetActs, MassResetSkip } from "#domain/mass-resets/mass-reset.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { draftTrial } from "./engine/draft-trial.ts";
import { requireDraft } from "./engine/draft.ts";
import type { JudgedAccount } from "./engine/judge-accounts.ts";
import type { TrialStep } from "./engine/steps.ts";
import { needsConfirmation } from "./engine/trial-of.ts";

/** An account of a trial. */
interface TrialAccount {
  readonly accountKey: string;
  readonly accountName: string;
  readonly targetSystemKey: string;
  readonly userKey: string | null;
  readonly userId: string | null;
  readonly act: (typeof massResetActs)[number];
  readonly because: MassResetSkip | null;
}

/** Trial of a mass reset, for its reader. */
export interface MassResetTrial extends Pick<Row<"massResets">, "key" | "people" | "accounts" | "chosen" | "skipped"> {
  /** True if the start needs a confirmation. */
  readonly needsConfirmation: boolean;
  readonly first: readonly TrialAccount[];
  /** First steps of an onboarding or offboarding. */
  readonly steps: readonly TrialStep[];
}

/**
 * Computes what a draft of a mass reset would do if it was started now, and keeps the counts. Nothing is reset.
 * @throws NOT_FOUND, FORBIDDEN, MASS_RESET_STARTED, READ_TOO_LONG, LIMIT_EXCEEDED
 */
export const trialMassReset = defineOperation({
  name: "massResets.trial",
  input: z.strictObject({ key: keyInput, accountsMax: z.int().min(0).max(trialObjectsMax).nullish() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "massResets/trial"),
  audit: {
    operation: "PMTR",
    describe: ({ key }, output?: MassResetTrial) => ({
      ident: key,
      batchId: key,
      ...(output && { message: `${output.accounts} accounts of ${output.people} users` }),
    }),
  },
  async prepare(context, given) {
    const draft = await requireDraft(context, given);
    const trial = await draftTrial(context, draft, given.accountsMax ?? trialObjectsDefault);
    const { counts, steps, usersMin } = trial;
    return {
      counts,
      steps,
      first: await shown(context, trial.first),
      confirmation: await needsConfirmation(context, counts.people, usersMin),
    };
  },
  async run(context, { key }, { counts, first, steps, confirmation }): Promise<MassResetTrial> {
    const draft = await lockedRow(context, { table: "massResets", key });
    // One that was started meanwhile keeps the counts of its start.
    if (draft.state === "draft")
      await context.store.save("massResets", { key, ...counts, trialAt: context.clock.now() });
    return { key, ...counts, needsConfirmation: confirmation.needed, first, steps };
  },
});

async function shown({ store }: CallContext, judged: readonly JudgedAccount[]): Promise<readonly TrialAccount[]> {
  const keys = [...new Set(judged.flatMap(({ account }) => account.userKey ?? []))];
  const users = new Map((await store.select("users", { where: oneOf("key", keys) })).map(({ key, id }) => [key, id]));
  return judged.map(({ account, act, skip }) => ({
    accountKey: account.key,
    accountName: account.shortId,
    targetSystemKey: account.targetSystemKey,
    userKey: account.userKey,
    userId: users.get(account.userKey ?? "") ?? null,
    act,
    because: skip ?? null,
  }));
}
