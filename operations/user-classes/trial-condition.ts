import { z } from "zod";

import { policyMaxCharacters, trialObjectsDefault, trialObjectsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { readsOf } from "../kernel/reads-of.ts";
import { filledText } from "../kernel/text-input.ts";
import { judgedCondition } from "./engine/class-conditions.ts";

/** Users that a condition would choose. */
export interface ConditionTrial {
  readonly users: number;
  /** First users of them. */
  readonly people: readonly Pick<Row<"users">, "key" | "id" | "displayName">[];
}

/**
 * Finds the users that a condition of a user class would choose now, and writes nothing.
 * @throws USER_CLASS_CONDITION_INVALID, READ_TOO_LONG and the codes of a $filter
 */
export const trialCondition = defineOperation({
  name: "userClasses.trial",
  kind: "read",
  input: z.strictObject({
    condition: filledText(policyMaxCharacters),
    peopleMax: z.int().min(0).max(trialObjectsMax).nullish(),
  }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("userClasses/trial") }],
  audit: { operation: "UCTR", when: "refusalOnly" },
  async run(context, { condition: text, peopleMax }): Promise<ConditionTrial> {
    const condition = await judgedCondition(context, newClass, text);
    const reads = readsOf(context);
    const users = await reads.count("users", condition);
    const keys = await reads.firstKeys("users", condition, peopleMax ?? trialObjectsDefault);
    const rows = await reads.select("users", { where: oneOf("key", keys), orderBy: [["id", "asc"]] });
    return { users, people: rows.map(({ key, id, displayName }) => ({ key, id, displayName })) };
  },
});

/** ID that no class has, so no class can lead back to it. */
const newClass = "";
