import { ConnectorError } from "#connectors/contract/index.ts";

import { countOf, member, type ScimResource } from "./json.ts";

/**
 * The objects of a list answer (RFC 7644 section 3.4.2); a list of none may leave them out.
 * @throws config for an answer that is no list
 */
export function resourcesOf(answer: ScimResource, path: string): readonly ScimResource[] {
  const resources = member(answer, "Resources");
  if (Array.isArray(resources)) return resources as ScimResource[];
  if ((resources ?? undefined) === undefined && countOf(member(answer, "totalResults")) === 0) return [];
  throw new ConnectorError("config", `${path} was to answer a list, and has no Resources.`);
}
