import { z } from "zod";

import {
  divisionMaxCharacters,
  suggestionEntitlementsDefault,
  suggestionEntitlementsMax,
  suggestionPeopleDefault,
  suggestionPeopleMax,
  suggestionsDefault,
  suggestionsMax,
  tolerancePercentMax,
} from "#domain/analysis-limits.ts";
import { mineRoles } from "#domain/role-mining/mine-roles.ts";
import type { MiningTerms } from "#domain/role-mining/suggestion.ts";

import { defineAnalysis } from "../../kernel/define-analysis.ts";
import { filledText } from "../../kernel/text-input.ts";
import { readAccess } from "./read-access.ts";
import { suggestedRoles } from "./suggested-roles.ts";
import { untilStopped } from "./until-stopped.ts";

const input = z.strictObject({
  attribute: filledText(divisionMaxCharacters).nullish(),
  rolesMax: z.int().min(1).max(suggestionsMax).nullish(),
  peopleMin: z.int().min(1).max(suggestionPeopleMax).nullish(),
  entitlementsMin: z.int().min(1).max(suggestionEntitlementsMax).nullish(),
  tolerancePercent: z.int().min(0).max(tolerancePercentMax).nullish(),
});

type Input = z.output<typeof input>;

/** Search for roles that would replace grants, among all people or within those of each value of an attribute. */
export const roleMining = defineAnalysis({
  input,
  check: async () => undefined,
  async page(context, { input: given, now, signal, report }) {
    const access = await readAccess(context, { attribute: given.attribute ?? null, now, signal, report });
    const { people } = access.held;
    const terms = termsOf(given);
    const steps = mineRoles(access.held, access.departmentOf, terms);
    const { suggestions, patterns, isExact } = await untilStopped(steps, signal);
    return {
      ...(await suggestedRoles(context, access, suggestions)),
      next: null,
      progress: { done: people, total: people },
      facts: { suggestions: suggestions.length, grants: access.held.items.length, patterns, isExact },
    };
  },
});

function termsOf({ rolesMax, peopleMin, entitlementsMin, tolerancePercent }: Input): MiningTerms {
  return {
    rolesMax: rolesMax ?? suggestionsDefault,
    peopleMin: peopleMin ?? suggestionPeopleDefault,
    entitlementsMin: entitlementsMin ?? suggestionEntitlementsDefault,
    tolerancePercent: tolerancePercent ?? 0,
  };
}
