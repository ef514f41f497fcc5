import { queryOptions } from "@tanstack/react-query";

import { read, type Tagged } from "./call.ts";
import type { ImportRule } from "./model.ts";
import { entity } from "./odata.ts";

/** Path of the set of import rules. */
export const importRulesPath = "/v2/importRules";

/** Returns the path of an import rule. */
export const importRulePath = (key: string) => entity(importRulesPath, key);

/** Returns the query for an import rule. */
export function importRuleQuery(key: string) {
  return queryOptions({
    queryKey: [importRulesPath, key],
    queryFn: ({ signal }) => read<Tagged<ImportRule>>(importRulePath(key), signal),
  });
}
