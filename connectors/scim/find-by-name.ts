import { ConnectorError, isSameName } from "#connectors/contract/index.ts";

import type { ResourceEndpoint } from "./endpoint.ts";
import { idOf, type ScimResource } from "./json.ts";
import { resourcesOf } from "./list-answer.ts";
import { requireAttribute } from "./model.ts";
import { searchPages } from "./paging.ts";
import { send } from "./send.ts";
import { plainOf } from "./values.ts";

const pageSize = 100;

/**
 * Finds the id of the object with a name; undefined if there is none. The names found are compared again, because services ignore
 * filters, or match only the beginning.
 * @throws config if several objects have the name
 */
export async function idByName(endpoint: ResourceEndpoint, name: string): Promise<string | undefined> {
  const found = await named(endpoint, name);
  const { caseExact } = requireAttribute(endpoint.kind, "name");
  const same = found.filter((row) => isSameName(nameOf(endpoint, row) ?? "", name, caseExact));
  const exact = same.filter((row) => isSameName(nameOf(endpoint, row) ?? "", name, true));
  const ids = new Set((exact.length > 0 ? exact : same).map(idOf));
  if (ids.size > 1)
    throw new ConnectorError("config", `${ids.size} objects at ${endpoint.kind.endpoint} are named ${quoted(name)}.`);
  return [...ids][0];
}

/** Returns the name of a resource; undefined if the service does not show it. */
export function nameOf({ kind }: ResourceEndpoint, resource: ScimResource): string | undefined {
  const [name] = plainOf(resource, requireAttribute(kind, "name"));
  return name === undefined || name === "" ? undefined : String(name);
}

/** Writes a text for a filter as RFC 7644 does: a JSON string. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

async function named(endpoint: ResourceEndpoint, name: string): Promise<readonly ScimResource[]> {
  try {
    const found = await allOf(endpoint, filterOf(endpoint, name));
    if (found.length > 0 || (await findsNames(endpoint))) return found;
  } catch (error) {
    if (!isRefusedFilter(error)) throw error;
  }
  return allOf(endpoint, {});
}

const filterOf = ({ kind }: ResourceEndpoint, name: string): Readonly<Record<string, string>> => ({
  filter: `${kind.naming} eq ${quoted(name)}`,
});

const isRefusedFilter = (error: unknown): boolean =>
  error instanceof ConnectorError && ["notSupported", "invalidValue"].includes(error.code);

async function allOf(
  endpoint: ResourceEndpoint,
  query: Readonly<Record<string, string>>,
): Promise<readonly ScimResource[]> {
  const rows: ScimResource[] = [];
  for await (const { resources } of searchPages(endpoint, { query, pageSize })) rows.push(...resources);
  return rows;
}

/**
 * Returns true if the service finds an object that it shows by its name. A service that ignores filters may answer that nothing
 * matches.
 */
export async function findsNames(endpoint: ResourceEndpoint): Promise<boolean> {
  const { session, kind, signal } = endpoint;
  const known = session.state.finds.get(kind.type);
  if (known !== undefined) return known;
  const query = { startIndex: 1, count: 1 };
  const [shown] = resourcesOf(
    await send(session, { method: "GET", path: kind.endpoint, query }, signal),
    kind.endpoint,
  );
  const name = shown && nameOf(endpoint, shown);
  // The service has no object to test with; that may change, so it is not cached.
  if (shown === undefined || name === undefined) return true;
  const finds = (await allOf(endpoint, filterOf(endpoint, name))).some((row) => idOf(row) === idOf(shown));
  session.state.finds.set(kind.type, finds);
  return finds;
}
