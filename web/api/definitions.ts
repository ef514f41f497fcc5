import { queryOptions } from "@tanstack/react-query";

import { CallError } from "../base/call-error.ts";
import type { TargetSystemAttributeDefinition } from "./model.ts";
import { literal } from "./odata.ts";
import { pathOf } from "./path.ts";
import { readAll } from "./read.ts";

/** Kind of object that an attribute definition is about: accounts or groups. */
export type DefinitionOf = Extract<TargetSystemAttributeDefinition["discoveredObjectType"], "user" | "group">;

type Definition = Pick<TargetSystemAttributeDefinition, "attribute" | "minValues" | "actionOnCreate">;

/**
 * Returns the query for the attribute definitions of the accounts or groups of a target system, in their order; an empty list if the reader
 * may not see them.
 */
export function definitionsOfQuery(targetSystemId: string, of: DefinitionOf) {
  const path = pathOf("targetSystems()/attributeDefinitions", targetSystemId);
  const options = {
    filter: `discoveredObjectType eq ${literal(of)}`,
    select: "attribute,minValues,actionOnCreate",
    orderby: "attribute,key",
  };
  return queryOptions({
    queryKey: [path, of],
    queryFn: async ({ signal }): Promise<readonly Definition[]> => {
      try {
        return await readAll(path, options, signal);
      } catch (error) {
        // A user who may create accounts may lack the permission to read target systems. The service then reports missing values.
        if (error instanceof CallError && error.status === 403) return [];
        throw error;
      }
    },
  });
}
