import { z } from "zod";

import { type ImportAction, type ImportObjectType, isToChange } from "#domain/discovery/import-rules.ts";
import { ServiceError } from "#domain/errors.ts";
import { trialObjectsDefault, trialObjectsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf } from "#domain/query/condition.ts";
import type { CallersReads } from "#store/callers-reads.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { readsOf } from "../kernel/reads-of.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { usableRules } from "./engine/compile-import-rules.ts";
import { type DecidingRule, decidingRules, importTables } from "./engine/decided-objects.ts";
import { importRuleKey } from "./engine/import-rule-input.ts";

/** Effect of a rule. */
export interface RuleTrial {
  readonly key: string;
  readonly sequence: number;
  readonly objectType: ImportObjectType;
  readonly action: ImportAction;
  readonly policyId: string | null;
  /** Number of objects that it decides about: it matches them, and no earlier rule does. */
  readonly matched: number;
  /** Number of these objects that it would change. */
  readonly changes: number;
  /** First objects that it would change. */
  readonly objects: readonly { readonly targetSystemKey: string; readonly name: string }[];
}

/** Effect of the import rules on the present objects. */
export interface ImportTrial {
  readonly rules: readonly RuleTrial[];
}

/**
 * Computes the effect of the import rules now, rule by rule, and writes nothing. Systems that a rule would bind count for the rules for
 * accounts only after the rule was applied.
 * @throws NOT_FOUND, IMPORT_RULE_INVALID, TARGET_UNKNOWN, READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const trialImportRules = defineOperation({
  name: "importRules.trial",
  kind: "read",
  input: z.strictObject({
    targetSystemKey: keyInput.nullish(),
    objectsMax: z.int().min(0).max(trialObjectsMax).nullish(),
    /** Key of a rule that is treated as enabled. */
    ruleKey: importRuleKey.nullish(),
  }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("importRules/trial") }],
  audit: { operation: "IRTR", when: "refusalOnly" },
  async run(context, { targetSystemKey = null, objectsMax, ruleKey = null }): Promise<ImportTrial> {
    if (targetSystemKey !== null && !(await context.store.get("targetSystems", targetSystemKey)))
      throw new ServiceError("TARGET_UNKNOWN", { target: "targetSystemKey" });
    if (ruleKey !== null) await requireRow(context, "importRules", ruleKey);
    const rules: RuleTrial[] = [];
    for (const rule of decidingRules(await usableRules(context, ruleKey), targetSystemKey))
      rules.push(await tried(readsOf(context), rule, objectsMax ?? trialObjectsDefault));
    return { rules };
  },
});

async function tried(reads: CallersReads, one: DecidingRule, limit: number): Promise<RuleTrial> {
  const { key, sequence, objectType, action, policyId } = one.row;
  const table = importTables[objectType];
  const where = allOf(one.decides, isToChange(one.rule));
  const objects =
    objectType === "managedSystem"
      ? (await reads.select("targetSystems", { where, orderBy: [["id", "asc"]], limit })).map(({ id }) => ({
          targetSystemKey: id,
          name: id,
        }))
      : (await reads.select("accounts", { where, orderBy: [["key", "asc"]], limit })).map((account) => ({
          targetSystemKey: account.targetSystemKey,
          name: account.shortId,
        }));
  return {
    key,
    sequence,
    objectType,
    action,
    policyId,
    objects,
    matched: await reads.count(table, one.decides),
    changes: await reads.count(table, where),
  };
}
