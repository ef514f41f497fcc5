import { eq } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { removalOf } from "../kernel/row-changes.ts";
import { requireDraft } from "./engine/draft.ts";

/**
 * Removes a draft of a mass reset with its choice. One that was started is a record, and stays.
 * @throws NOT_FOUND, FORBIDDEN, MASS_RESET_STARTED
 */
export const removeMassReset = defineOperation({
  name: "massResets.remove",
  callers: ["user", "engine"],
  audit: { operation: "PMRM", describe: ({ key }) => ({ ident: key }) },
  ...removalOf("massResets", async (context, { key }) => {
    await requireDraft(context, { key });
    const parts = await context.store.select("massResetParts", { where: eq("massResetKey", key) });
    for (const part of parts) await context.store.remove("massResetParts", part.key);
    const steps = await context.store.select("massResetSteps", { where: eq("runKey", key) });
    for (const step of steps) await context.store.remove("massResetSteps", step.key);
  }),
});
