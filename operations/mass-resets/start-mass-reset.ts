import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { massResetAccountsMax } from "#domain/mass-reset-limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { startRun } from "../runs/engine/run-life.ts";
import { type DraftTrial, draftTrial } from "./engine/draft-trial.ts";
import { lockedDraft, requireDraft } from "./engine/draft.ts";
import { needsConfirmation } from "./engine/trial-of.ts";

/**
 * Starts a mass reset: the accounts or steps that are chosen now are written down, and a hub carries them out. The caller says how many they are, so that a
 * condition that chooses others than were looked at starts nothing; many users need a confirmation besides.
 * @throws NOT_FOUND, FORBIDDEN, MASS_RESET_STARTED, MASS_RESET_COUNT, MASS_RESET_EMPTY, MASS_RESET_STARTER_UNFIT,
 * CONFIRMATION_REQUIRED, READ_TOO_LONG, LIMIT_EXCEEDED
 */
export const startMassReset = defineOperation({
  name: "massResets.start",
  input: z.strictObject({
    key: keyInput,
    expectCount: z.int().min(0).max(massResetAccountsMax),
    confirm: z.boolean().nullish(),
  }),
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfChange("action", "massResets/start"),
  audit: {
    operation: "PMST",
    describe: ({ key, expectCount }, output?: Row<"massResets">) => ({
      ident: key,
      batchId: key,
      message:
        output === undefined ? `expected ${expectCount}` : `${output.accounts} accounts of ${output.people} users`,
    }),
  },
  async prepare(context, given) {
    const draft = await requireDraft(context, given);
    // Its steps are acts of the user who starts it, with the rights of that user.
    if (draft.action !== "reset" && context.caller.kind !== "user")
      throw new ServiceError("MASS_RESET_STARTER_UNFIT", { target: "key" });
    const trial = await draftTrial(context, draft, 0);
    await requireExpected(context, given, trial);
    return { version: draft.version, trial };
  },
  async run(context, { key }, { version, trial }): Promise<Row<"massResets">> {
    const { store, clock, caller } = context;
    const draft = await lockedDraft(context, { key });
    // Its choice may have been changed since it was looked at.
    if (draft.version !== version) throw new ServiceError("CONFLICT", { target: "key" });
    await trial.begin(context);
    const run = { key, kind: trial.kind, reason: "asked", policyId: null, accountKeys: null } as const;
    const { state } = await startRun(context, run);
    return store.save("massResets", {
      key,
      ...trial.counts,
      state,
      startedByKey: caller.kind === "user" ? caller.key : null,
      startedAt: clock.now(),
      canariesOver: draft.canaries === 0,
    });
  },
});

interface Expected {
  readonly expectCount: number;
  readonly confirm?: boolean | null | undefined;
}

async function requireExpected(
  context: CallContext,
  { expectCount, confirm }: Expected,
  { counts: { accounts, people }, kind, usersMin }: DraftTrial,
): Promise<void> {
  if (accounts === 0) throw new ServiceError("MASS_RESET_EMPTY", { target: "key" });
  if (accounts !== expectCount) {
    const message = `expectCount: ${expectCount} were expected, and ${accounts} are chosen now. Look at a new trial before you start it.`;
    throw new ServiceError("MASS_RESET_COUNT", { target: "expectCount", message });
  }
  const { needed, users } = await needsConfirmation(context, people, usersMin);
  if (!needed || confirm === true) return;
  const what =
    kind === "massReset" ? `${accounts} accounts of ${people} users would be reset` : `${people} users are concerned`;
  const message = `confirm: ${what}, of ${users} enabled users of the service. Set confirm to true to do that.`;
  throw new ServiceError("CONFIRMATION_REQUIRED", { target: "confirm", message });
}
