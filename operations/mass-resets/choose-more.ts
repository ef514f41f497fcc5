import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { requireFitTerms } from "./engine/action-terms.ts";
import { chosenBy, listInput } from "./engine/choice-input.ts";
import { contentOf } from "./engine/draft-content.ts";
import { lockedDraft, requireDraft } from "./engine/draft.ts";

/** Numbers of users and accounts that a call has added to a draft. */
export interface ChosenMore {
  readonly key: string;
  readonly users: number;
  readonly accounts: number;
}

/**
 * Adds users or accounts to a draft of a mass reset that was created by lists, because one call takes only some thousand.
 * @throws NOT_FOUND, FORBIDDEN, MASS_RESET_STARTED, MASS_RESET_CHOICE, MASS_RESET_FILE_INVALID, USER_UNKNOWN, ACCOUNT_UNKNOWN
 */
export const chooseMore = defineOperation({
  name: "massResets.choose",
  input: z.strictObject({ key: keyInput, ...listInput }),
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfChange("action", "massResets/choose"),
  audit: {
    operation: "PMAD",
    describe: ({ key }, output?: ChosenMore) => ({
      ident: key,
      batchId: key,
      ...(output && { message: `${output.users} users and ${output.accounts} accounts more` }),
    }),
  },
  async prepare(context, given) {
    const draft = await requireDraft(context, given);
    const by = chosenBy(given);
    if (draft.condition !== null) throw new ServiceError("MASS_RESET_CHOICE", { target: by });
    if (draft.action === "onboard") requireFitTerms(draft, by);
    return contentOf(context, draft, { given, draftKey: draft.key });
  },
  async run(context, { key }, { users, accounts, save }): Promise<ChosenMore> {
    await lockedDraft(context, { key });
    await save(context, key);
    // A start that has counted the accounts before is refused.
    await context.store.save("massResets", { key, trialAt: null });
    return { key, users, accounts };
  },
});
