import { ServiceError } from "#domain/errors.ts";
import type { QueryResult, ResultRow } from "#domain/query/bound-query.ts";
import { advertisedName } from "#operations/read/advertise.ts";
import { giveWay, isTurnOver } from "#platform/loop-turns.ts";

import { advertisedActions, type ReadShape, type ShownExpand } from "../bind/bound-read.ts";
import { etagOf } from "../etag.ts";
import { formatKey } from "../key.ts";
import type { Model } from "../model/model.ts";
import type { StructuredType } from "../structured-type.ts";
import { type ValueWriting, writeProperties, writeValue } from "./value.ts";

/** Settings and context with which an answer is written. */
export interface Writing extends ValueWriting {
  readonly model: Model;
  /** The public address of the service root, such as `https://…/v2`. */
  readonly root: string;
  /** Epoch of the database, which entity tags bear. */
  readonly epoch: number;
  /**
   * Returns the link to more rows of an expansion; null if nothing wanted is left. `path` is the path of its
   * collection, `names` the expansions from the top, and `given` the rows so far.
   */
  nestedLink(path: string, names: readonly string[], given: QueryResult): string | null;
  /** Long lists whose entries are written after the rest; absent if each is written at once. */
  readonly longLists?: LongList[];
}

/** A list of an answer whose entries are still to be written. */
export interface LongList {
  readonly rows: readonly ResultRow[];
  readonly into: Record<string, unknown>[];
  readonly write: (row: ResultRow) => Record<string, unknown>;
}

/** Rows of an expansion that are written at once. */
const rowsAtOnce = 100;

/** Writes the entries of the long lists of an answer, in as many turns of the event loop as needed. */
export async function writeLongLists(lists: LongList[]): Promise<void> {
  for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
    for (const row of list.rows) {
      if (isTurnOver()) await giveWay();
      list.into.push(list.write(row));
    }
  }
}

/** Place of an entity: the path of its collection or of itself below the service root, and the expansions that lead to it. */
export interface EntityPlace {
  /** Path of the collection; with `single` the path of the entity itself. */
  readonly path: string;
  readonly single?: boolean;
  /** The expansions from the top of the answer. */
  readonly names: readonly string[];
}

/** Returns an entity with its control information, its properties and its expansions. */
export function writeEntity(
  writing: Writing,
  shape: ReadShape,
  row: ResultRow,
  place: EntityPlace,
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  const actual = shape.derived.find(
    ({ type: { when } }) => when !== undefined && row.values[when.column] === when.value,
  );
  const type = actual?.type ?? shape.type;
  if (writing.metadata !== "none") writeControl(out, { writing, shape, row, type, place });
  const values = shape.gathered.length === 0 ? row.values : { ...row.values, ...gatheredValues(shape, row) };
  writeProperties(out, actual?.properties ?? shape.properties, values, writing);
  if (shape.computed.length > 0) writeComputed(out, { writing, shape, row });
  for (const expand of shape.expand) {
    const result = row.expanded[expand.name];
    if (result !== undefined) writeExpansion(out, { writing, expand, result, above: { shape, row, place } });
  }
  return out;
}

function writeComputed(
  out: Record<string, unknown>,
  { writing, shape, row }: Pick<Control, "writing" | "shape" | "row">,
): void {
  for (const { name, type: computed } of shape.computed) {
    const edm =
      computed === "moment" ? "Edm.DateTimeOffset" : computed === "decimal" ? "Edm.Decimal" : "Edm.PrimitiveType";
    out[name] = writeValue({ type: edm }, row.computed[name] ?? null, writing);
  }
}

/** Returns the values that are gathered from rows expanded under their names. */
export function gatheredValues(
  { gathered }: Pick<ReadShape, "gathered">,
  { expanded }: ResultRow,
): Readonly<Record<string, unknown>> {
  const values = gathered.map(({ name, property }) => {
    const { rows = [], more = false } = expanded[name] ?? {};
    // An incomplete value would look complete.
    if (more) {
      throw new ServiceError("LIMIT_EXCEEDED", {
        target: "$select",
        message: `'${name}' of so many entities is more than one answer may hold. Ask for smaller pages with $top.`,
      });
    }
    return [name, property.gathers.value(rows.map((row) => row.values))] as const;
  });
  return Object.fromEntries(values);
}

/** Returns the path of an entity below the service root. */
export function entityPath(
  { set }: Pick<ReadShape, "set">,
  { values }: Pick<ResultRow, "values">,
  place: EntityPlace,
): string {
  if (place.single) return place.path;
  const declared = set.type.properties[set.key.property];
  return `${place.path}(${formatKey(String(values[declared?.column ?? set.key.property]))})`;
}

/** Returns a reference to an entity. */
export function writeReference(
  writing: Writing,
  shape: ReadShape,
  row: ResultRow,
  place: EntityPlace,
): Record<string, unknown> {
  return { "@odata.id": `${writing.root}/${entityPath(shape, row, place)}` };
}

interface EntityAtPlace {
  readonly shape: ReadShape;
  readonly row: ResultRow;
  readonly place: EntityPlace;
}

interface Control extends EntityAtPlace {
  readonly writing: Writing;
  readonly type: StructuredType;
}

function writeControl(out: Record<string, unknown>, { writing, shape, row, type, place }: Control): void {
  const id = writing.metadata === "full" ? `${writing.root}/${entityPath(shape, row, place)}` : null;
  if (id !== null || type !== shape.type) out["@odata.type"] = `#${writing.model.qualified(type)}`;
  if (id !== null) out["@odata.id"] = id;
  const etag = etagOf(type, row.values, writing.epoch);
  if (etag !== null) out["@odata.etag"] = etag;
  writeActions(out, { writing, shape, row }, id);
  if (id === null) return;
  out["@odata.editLink"] = id;
  for (const { name } of shape.set.navigation ?? []) {
    out[`${name}@odata.associationLink`] = `${id}/${name}/$ref`;
    out[`${name}@odata.navigationLink`] = `${id}/${name}`;
  }
}

/**
 * Writes the actions that the caller can take now; by default clients know where to call them. The others are left out.
 * OData 4.01 lets null stand for an unavailable action, but clients of 4.0 such as Olingo cannot read an entity that
 * has it.
 */
function writeActions(
  out: Record<string, unknown>,
  { writing, shape, row }: Pick<Control, "writing" | "shape" | "row">,
  id: string | null,
): void {
  for (const name of advertisedActions(shape, id !== null)) {
    if (row.computed[advertisedName(name)] !== true) continue;
    out[`#${writing.model.namespace}.${name}`] = id === null ? {} : { title: name, target: `${id}/${name}` };
  }
}

interface Expansion {
  readonly writing: Writing;
  readonly expand: ShownExpand;
  readonly result: QueryResult;
  /** Entity that the navigation is expanded from. */
  readonly above: EntityAtPlace;
}

function writeExpansion(out: Record<string, unknown>, { writing, expand, result, above }: Expansion): void {
  const { name, navigation, shape, form } = expand;
  const place = new PlaceBelow(expand, above);
  const write = form === "references" ? writeReference : writeEntity;
  if (!navigation.many) {
    const [row] = result.rows;
    out[name] = row === undefined ? null : write(writing, shape, row, place);
    return;
  }
  if (form === "count" || expand.count) out[`${name}@odata.count`] = result.count;
  if (form === "count") return;
  const one = (row: ResultRow) => write(writing, shape, row, place);
  if (writing.longLists === undefined || result.rows.length <= rowsAtOnce) out[name] = result.rows.map(one);
  else {
    const into: Record<string, unknown>[] = [];
    out[name] = into;
    writing.longLists.push({ rows: result.rows, into, write: one });
  }
  const link = result.more ? writing.nestedLink(place.here, place.names, result) : null;
  if (link !== null) out[`${name}@odata.nextLink`] = link;
}

/** Place of the entities of a navigation: below their parent, or in their own set. Only links need it. */
class PlaceBelow implements EntityPlace {
  readonly single: boolean;
  private readonly expand: ShownExpand;
  private readonly above: EntityAtPlace;

  constructor(expand: ShownExpand, above: EntityAtPlace) {
    this.single = expand.navigation.contained === true && !expand.navigation.many;
    this.expand = expand;
    this.above = above;
  }

  /** Returns the path of the navigation from the entity above. */
  get here(): string {
    const { shape, row, place } = this.above;
    return `${entityPath(shape, row, place)}/${this.expand.name}`;
  }

  get path(): string {
    const { navigation } = this.expand;
    return navigation.contained ? this.here : navigation.target().name;
  }

  get names(): readonly string[] {
    return [...this.above.place.names, this.expand.name];
  }
}
