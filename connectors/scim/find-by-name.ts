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
 * The id of the object of a name; undefined = there is none. What comes is compared with what was asked, for services ignore
 * filters, or find what only begins like it.
 * @throws config for a name that several objects have
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

/** The name by which people know a resource; undefined = it does not show it. */
export function nameOf({ kind }: ResourceEndpoint, resource: ScimResource): string | undefined {
  const [name] = plainOf(resource, requireAttribute(kind, "name"));
  return name === undefined || name === "" ? undefined : String(name);
}

/** A text as RFC 7644 writes it in a filter: a JSON string. */
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
 * Whether the service finds by its name what it has just shown. One that does not know filters may answer that nothing fits.
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
  // Nothing is there to be found, which need not stay so.
  if (shown === undefined || name === undefined) return true;
  const finds = (await allOf(endpoint, filterOf(endpoint, name))).some((row) => idOf(row) === idOf(shown));
  session.state.finds.set(kind.type, finds);
  return finds;
}
