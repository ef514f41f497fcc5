import type { EntitySet } from "#api/odata/entity-set.ts";
import { formatKey } from "#api/odata/key.ts";
import type { StructuredType } from "#api/odata/structured-type.ts";
import { setNamed } from "#api/v2/set-named.ts";

import { CliError } from "../cli-error.ts";
import type { RestClient } from "../rest-client.ts";
import { insideForm } from "./inside-form.ts";

/** A row as operations return it, with the requested related rows. */
export type ReadRow = Readonly<Record<string, unknown>>;

/** Place of rows: a set, or a collection below one of its entities. */
export interface Place {
  readonly set: string;
  /** Key of the entity above, and the name of the collection below it. */
  readonly below?: readonly [key: string, name: string];
}

/** Options of OData by their names without `$`; undefined ones are left out. */
export type ReadOptions = Readonly<Record<string, string | number | undefined>>;

/**
 * Reads rows over REST and returns them as operations do. Expanded rows stand beside the columns as the service returns them.
 * @throws CliError
 */
export async function readRows(rest: RestClient, place: Place, options: ReadOptions = {}): Promise<readonly ReadRow[]> {
  const { path, type } = whereIs(place);
  const rows = await rest.all<ReadRow>(`${path}${queryOf(options)}`);
  // A server may return fewer rows at once than requested, and link to the rest.
  const wanted = typeof options["top"] === "number" ? rows.slice(0, options["top"]) : rows;
  return wanted.map((row) => insideRow(type, row));
}

/**
 * Reads one entity of a set.
 * @throws CliError
 */
export async function readRow(rest: RestClient, set: string, key: string, options: ReadOptions = {}): Promise<ReadRow> {
  const { type } = setNamed(set);
  const row = await rest.get<ReadRow>(`/v2/${set}(${formatKey(key)})${queryOf(options)}`);
  return insideRow(type, row);
}

/**
 * Counts rows.
 * @throws CliError
 */
export function countRows(rest: RestClient, place: Place): Promise<number> {
  return rest.get<number>(`${whereIs(place).path}/$count`);
}

/**
 * Reads the only row that matches a filter.
 * @throws CliError with the message `none` if there is no row
 */
export async function readOnly(rest: RestClient, set: string, filter: string, none: string): Promise<ReadRow> {
  const [row] = await readRows(rest, { set }, { filter, top: 1 });
  if (row === undefined) throw new CliError(none);
  return row;
}

function insideRow(type: StructuredType, row: ReadRow): ReadRow {
  const told = Object.entries(row).filter(([name]) => !name.includes("@"));
  return { ...Object.fromEntries(told), ...insideForm(type, row) };
}

function whereIs({ set: name, below }: Place): { readonly path: string; readonly type: StructuredType } {
  const set: EntitySet = setNamed(name);
  if (below === undefined) return { path: `/v2/${name}`, type: set.type };
  const [key, way] = below;
  const navigation = set.navigation?.find((one) => one.name === way);
  if (navigation === undefined) throw new TypeError(`${name} has no ${way}`);
  return { path: `/v2/${name}(${formatKey(key)})/${way}`, type: navigation.target().type };
}

function queryOf(options: ReadOptions): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "";
  return `?${given.map(([name, value]) => `$${name}=${encodeURIComponent(String(value))}`).join("&")}`;
}
