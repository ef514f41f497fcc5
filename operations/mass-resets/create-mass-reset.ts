import { z } from "zod";

import { massResetPlacesMax } from "#domain/mass-reset-limits.ts";
import { offboardingEnds } from "#domain/mass-resets/steps.ts";
import { policyOf } from "#domain/policy-name.ts";
import { requestDay, requestNumber } from "#domain/requests/request-number.ts";
import { massResets } from "#domain/resources/mass-resets.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { requireFitTerms } from "./engine/action-terms.ts";
import { checkTerms } from "./engine/check-terms.ts";
import { chosenBy, listInput } from "./engine/choice-input.ts";
import { contentOf } from "./engine/draft-content.ts";

const placesInput = z.array(z.string()).min(1).max(massResetPlacesMax).nullable().default(null);

const input = z.strictObject({
  ...inputOf(massResets, "create", {
    targetSystemKeys: placesInput,
    targetGroupIds: placesInput,
    ends: z.array(z.enum(offboardingEnds)).nullable().default(null),
  }),
  ...listInput,
});

/**
 * Creates a mass reset as a draft and computes its first trial. Nothing is reset before it is started.
 * @throws FORBIDDEN, MASS_RESET_CHOICE, MASS_RESET_ACTION, MASS_RESET_ENDS, MASS_RESET_PRIVILEGED, MASS_RESET_FILE_INVALID, TARGET_UNKNOWN, TARGET_GROUP_UNKNOWN, PASSWORD_POLICY_UNKNOWN, READ_TOO_LONG and the codes of a $filter
 */
export const addMassReset = defineOperation({
  name: "massResets.add",
  input,
  callers: ["user", "engine"],
  proof: "fresh",
  policies: [{ name: policyOf.create("massResets") }],
  audit: {
    operation: "PMAD",
    describe: ({ reason }, output?: Row<"massResets">) => ({
      ident: output?.key ?? null,
      batchId: output?.key ?? null,
      message: reason,
    }),
  },
  async prepare(context, given) {
    const by = chosenBy(given);
    requireFitTerms(given, by);
    await checkTerms(context, given);
    const content = await contentOf(context, { ...given, chosenBy: by }, { given });
    return { by, content, counts: await content.counts() };
  },
  async run(context, given, { by, content, counts }): Promise<Row<"massResets">> {
    const { store, ids, clock, caller } = context;
    const now = clock.now();
    const {
      userKeys: _users,
      accountKeys: _accounts,
      file: _file,
      lineOffset: _lines,
      skipFaults: _faults,
      ...wanted
    } = given;
    const key = ids.guid();
    const row = await store.add("massResets", {
      ...wanted,
      key,
      number: requestNumber(now, await store.distinctNumber(`request-${requestDay(now)}`)),
      chosenBy: by,
      ...counts,
      trialAt: now,
      requesterKey: caller.kind === "user" ? caller.key : null,
      requestId: caller.requestId,
      createdAt: now,
    });
    await content.save(context, key);
    return row;
  },
});
