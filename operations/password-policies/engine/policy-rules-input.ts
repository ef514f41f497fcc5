import { z } from "zod";

import { ownWordsMaxCharacters } from "#domain/own-word-limits.ts";
import {
  type RuleChange,
  type RuleChanges,
  type RuleDefinition,
  type RuleGroup,
  RuleMode,
  ruleGroups,
  rulesOf,
} from "#domain/passwords/password-rules.ts";

const messageMaxCharacters = 400;
const valueMaxCharacters = 400;

function changeOf({ value: { type } }: RuleDefinition): z.ZodType<RuleChange> {
  const longest = type === "words" ? ownWordsMaxCharacters : valueMaxCharacters;
  return z.strictObject({
    mode: z.enum(RuleMode).optional(),
    value: z.union([z.number(), z.string().max(longest), z.null()]).optional(),
    message: z.string().max(messageMaxCharacters).nullable().optional(),
  });
}

const groupInput = (group: RuleGroup): z.ZodType<RuleChanges[RuleGroup]> => {
  const rules = Object.entries(rulesOf(group)).map(([name, rule]) => [name, changeOf(rule).optional()] as const);
  return z.strictObject(Object.fromEntries(rules)).optional();
};

/** Fields of an input that names rules to set, by their groups. */
export const rulesInput = Object.fromEntries(ruleGroups.map((group) => [group, groupInput(group)])) as Readonly<
  Record<RuleGroup, z.ZodType<RuleChanges[RuleGroup]>>
>;
