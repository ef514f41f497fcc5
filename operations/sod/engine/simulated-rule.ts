import { z } from "zod";

import { analysisPagePeople } from "#domain/analysis-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { exceptionCode } from "#domain/sod/exception-code.ts";
import type { SodPart } from "#domain/sod/sod-rule.ts";
import type { Overlay } from "#store/analyses/overlay.ts";
import type { HeldItem } from "#store/sod-access.ts";

import type { NewRow } from "../../kernel/analysis-kind.ts";
import type { CallContext } from "../../kernel/context.ts";
import { defineAnalysis } from "../../kernel/define-analysis.ts";
import { keyInput } from "../../kernel/inputs/operation-input.ts";
import { checkRule } from "./check-rule.ts";
import { partsInput } from "./rule-input.ts";
import { partsOf } from "./rule-parts.ts";

const input = z.strictObject({
  ruleKey: keyInput.nullish(),
  parts: partsInput.nullish(),
  atLeast: z.int().min(1).nullish(),
});

/** Rule of separation of duties, new or changed, as if it were in force: everybody who would violate it, with what they have of it. */
export const simulatedRule = defineAnalysis({
  input,
  async check(context, given) {
    await checkRule(context, await wantedRule(context, given));
  },
  async page(context, { input: given, after, before }) {
    const rule = await wantedRule(context, given);
    const reads = context.store.imagined(context.caller.id, overlayOf(rule)).readsFor(context.caller.id);
    const people = (await reads.violatorsOf([rule.key])).map(({ userKey }) => userKey).toSorted();
    const page = people.filter((userKey) => userKey > (after ?? "")).slice(0, analysisPagePeople);
    const held = page.length === 0 ? [] : await reads.heldBy(page, [rule.key]);
    return {
      rows: held.toSorted(byPerson).map(rowOf),
      next: page.length < analysisPagePeople ? null : (page.at(-1) ?? null),
      progress: { done: before.progress.done + page.length, total: people.length },
    };
  },
});

/** Rule as it would be. */
interface WantedRule {
  readonly key: string;
  readonly atLeast: number;
  readonly parts: readonly SodPart[];
}

/** Key that no rule has, for a rule that does not exist yet. */
const newRule = "";

async function wantedRule(context: CallContext, given: z.output<typeof input>): Promise<WantedRule> {
  const { ruleKey = null, parts, atLeast } = given;
  const known = ruleKey === null ? undefined : await context.store.get("sodRules", ruleKey);
  if (ruleKey !== null && known === undefined) throw new ServiceError("SOD_RULE_UNKNOWN", { target: "input/ruleKey" });
  const present = ruleKey === null ? undefined : (await partsOf(context, [ruleKey])).get(ruleKey);
  return {
    key: ruleKey ?? newRule,
    atLeast: atLeast ?? known?.atLeast ?? 2,
    parts: parts ?? present ?? [],
  };
}

function overlayOf({ key, atLeast, parts }: WantedRule): Overlay {
  const rule = { key, id: key, atLeast, enabled: true, createdAt: 0 };
  const items = parts.flatMap(({ items: all }, index) =>
    all.map(({ itemType, itemKey }) => ({
      key: `${index} ${itemType} ${itemKey}`,
      ruleKey: key,
      part: index + 1,
      itemType,
      itemKey,
    })),
  );
  return {
    sodRules: { column: "key", values: [key], rows: [rule] },
    sodRuleItems: { column: "ruleKey", values: [key], rows: items },
  };
}

const byPerson = (one: HeldItem, other: HeldItem) => {
  const [first, second] = [one, other].map(({ userKey, part, itemKey }) => `${userKey} ${part} ${itemKey}`);
  return (first ?? "") < (second ?? "") ? -1 : 1;
};

const columns = { targetSystem: "targetSystemKey", managedGroup: "groupKey", role: "roleKey" } as const;

function rowOf({ userKey, itemType, itemKey }: HeldItem): NewRow {
  return { userKey, operation: exceptionCode, [columns[itemType]]: itemKey, why: "violatesRule" };
}
