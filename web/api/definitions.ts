import { queryOptions } from "@tanstack/react-query";

import { CallError } from "../base/call-error.ts";
import type { TargetSystemAttributeDefinition } from "./model.ts";
import { entity, literal } from "./odata.ts";
import { readAll } from "./read-all.ts";

/** Of which objects a definition is: accounts or groups. */
export type DefinitionOf = Extract<TargetSystemAttributeDefinition["discoveredObjectType"], "user" | "group">;

type Definition = Pick<TargetSystemAttributeDefinition, "attribute" | "minValues" | "actionOnCreate">;

/** What is said of the attributes of a target system's accounts or groups, in their order; nothing where it may not be seen. */
export function definitionsOfQuery(targetSystemId: string, of: DefinitionOf) {
  const path = `${entity("/v2/targetSystems", targetSystemId)}/attributeDefinitions`;
  const options = {
    filter: `discoveredObjectType eq ${literal(of)}`,
    select: "attribute,minValues,actionOnCreate",
    orderby: "attribute,key",
  };
  return queryOptions({
    queryKey: [path, of],
    queryFn: async ({ signal }): Promise<readonly Definition[]> => {
      try {
        return await readAll<Definition>(path, options, signal);
      } catch (error) {
        // Who may make accounts may be one who may not see target systems: the service says what is missing.
        if (error instanceof CallError && error.status === 403) return [];
        throw error;
      }
    },
  });
}
