import { z } from "zod";

import type { ItemChanges } from "#domain/catalogue/item-changes.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { countsOf } from "./engine/detail-words.ts";
import { planFile } from "./engine/plan-file.ts";
import { shownPlan, writeDetails } from "./engine/planned-details.ts";

/**
 * Plans the changes of the details of the catalog items that a file names; writes nothing.
 * @throws LIMIT_EXCEEDED
 */
export const trialFill = defineOperation<{ text: string }, ItemChanges>({
  name: "catalogue.trialFill",
  kind: "read",
  input: z.strictObject({ text: z.string() }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("catalogueItems/trialFill") }],
  audit: { operation: "CTFL", when: "refusalOnly" },
  run: async (context, { text }) => shownPlan(await planFile(context, text), false),
});

/**
 * Changes the details of the catalog items that a file names: of all of them or, if a line has a fault, of none.
 * @throws LIMIT_EXCEEDED
 */
export const fillDetails = defineOperation({
  name: "catalogue.fill",
  input: z.strictObject({ text: z.string() }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("catalogueItems/fill") }],
  audit: {
    operation: "CTFL",
    describe: (_input, output?: ItemChanges) =>
      output === undefined ? {} : { result: output.written ? "S" : "F", message: countsOf(output) },
  },
  async run(context, { text }): Promise<ItemChanges> {
    const plan = await planFile(context, text);
    if (plan.faults.length > 0) return shownPlan(plan, false);
    await writeDetails(context, plan);
    return shownPlan(plan, true);
  },
});
