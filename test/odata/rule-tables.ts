import { addressCases } from "./cases/addresses.ts";
import { contextCases, headerCases } from "./cases/contexts-and-headers.ts";
import { expressionCases, jsonCases } from "./cases/expressions.ts";
import { functionCases } from "./cases/functions.ts";
import { geoCases, literalCases } from "./cases/literals.ts";
import { nameCases } from "./cases/names.ts";
import { listCases, optionCases } from "./cases/options.ts";
import { memberPathCases } from "./cases/paths-in-expressions.ts";
import { pathCases } from "./cases/paths.ts";
import { searchCases } from "./cases/search.ts";
import { valueCases } from "./cases/values.ts";
import type { CasesOfRule, RuleCases } from "./rule-cases.ts";

const tables: readonly RuleCases[] = [
  addressCases,
  pathCases,
  optionCases,
  listCases,
  searchCases,
  expressionCases,
  jsonCases,
  memberPathCases,
  functionCases,
  nameCases,
  literalCases,
  geoCases,
  valueCases,
  contextCases,
  headerCases,
];

/** Every rule of the grammar with its cases. */
export const rules: [string, CasesOfRule][] = tables.flatMap((table) => Object.entries(table));

/** The cases that only a model refuses, each with its rule. */
export const refusedByModel = rules.flatMap(([rule, cases]) =>
  (cases.refusedByModel ?? []).map((text) => ({ rule, text })),
);
