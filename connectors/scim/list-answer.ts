import { ConnectorError } from "#connectors/contract/index.ts";

import { countOf, member, type ScimResource } from "./json.ts";

/**
 * Returns the objects of a list answer (RFC 7644 section 3.4.2); an empty list may omit them.
 * @throws config for an answer that is not a list
 */
export function resourcesOf(answer: ScimResource, path: string): readonly ScimResource[] {
  const resources = member(answer, "Resources");
  if (Array.isArray(resources)) return resources as ScimResource[];
  if ((resources ?? undefined) === undefined && countOf(member(answer, "totalResults")) === 0) return [];
  throw new ConnectorError("config", `${path} was to answer a list, and has no Resources.`);
}
