import { queryOptions } from "@tanstack/react-query";

import type { Tagged } from "../forms/use-editing.ts";
import { read } from "./call.ts";
import type { ImportRule, ManagedSystemPolicy } from "./model.ts";
import { address, entity, type Page } from "./odata.ts";

/** The set of import rules. */
export const importRulesPath = "/v2/importRules";

/** The path of an import rule. */
export const importRulePath = (key: string) => entity(importRulesPath, key);

/** An import rule. */
export function importRuleQuery(key: string) {
  return queryOptions({
    queryKey: [importRulesPath, key],
    queryFn: ({ signal }) => read<Tagged<ImportRule>>(importRulePath(key), signal),
  });
}

/** The policies of privileged passwords that a rule may name. */
export const boundPoliciesQuery = queryOptions({
  queryKey: ["/v2/managedSystemPolicies", "names"],
  queryFn: async ({ signal }) => {
    const path = address("/v2/managedSystemPolicies", { select: "id,description", orderby: "id", top: 500 });
    return (await read<Page<Pick<ManagedSystemPolicy, "id" | "description">>>(path, signal)).value;
  },
});
