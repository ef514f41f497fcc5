import type { PropertyFacts } from "../resources/format/property.ts";
import type { Resource } from "../resources/format/resource.ts";
import { resources } from "../resources/resources.ts";
import { type Conflict, conflictState } from "./conflicts.ts";
import type { ColumnValue } from "./replicated-change.ts";
import { nodeOfStamp, stampedAt } from "./stamp.ts";

const byTable = new Map(Object.values<Resource>(resources).map((resource) => [resource.table, resource]));

/** Returns the resource of a table; undefined if there is none of this name. */
export function resourceOfTable(table: string): Resource | undefined {
  return byTable.get(table);
}

/** Returns a column as its resource declares it; undefined for what is no column. */
export function declaredColumn(table: string, column: string): PropertyFacts | undefined {
  const { properties = {} } = byTable.get(table) ?? {};
  const facts = Object.hasOwn(properties, column) ? properties[column]?.facts : undefined;
  return facts === undefined || facts.home === "elsewhere" ? undefined : facts;
}

/** Returns true if the resource of a table shows a column to callers. Everything else is hidden: secrets, their hashes, and inner matters. */
export function isShownColumn(table: string, column: string): boolean {
  const facts = declaredColumn(table, column);
  return facts?.description !== undefined && facts.home === "row" && byTable.get(table)?.entity !== undefined;
}

/** Returns the value of a column that a conflict holds as JSON; undefined for what is none, which only another node can have written. */
export function heldValue(json: string | null): ColumnValue | undefined {
  if (json === null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return value === null || typeof value === "string" || typeof value === "number" ? value : undefined;
  } catch {
    return undefined;
  }
}

const shownValueMaxCharacters = 2_000;

/** Returns a value of a column as people read it, cut if it is long; null for no value and for what is none. */
export function shownConflictValue({ kind }: Pick<PropertyFacts, "kind">, json: string | null): string | null {
  const value = heldValue(json);
  if (value === null || value === undefined) return null;
  if (kind === "flag") return value === 1 ? "true" : "false";
  if (kind === "time" && typeof value === "number") return isoOf(value);
  const text = String(value);
  return text.length <= shownValueMaxCharacters ? text : `${text.slice(0, shownValueMaxCharacters)}…`;
}

function isoOf(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}

/** Returns the time and the node of a stamp; null each if it is not one of a clock, such as that of a value that nobody wrote. */
export function placeOfStamp(stamp: string): { readonly at: number | null; readonly node: string | null } {
  const at = stampedAt(stamp);
  const node = nodeOfStamp(stamp);
  return { at: Number.isSafeInteger(at) && at > 0 ? at : null, node: node === "" ? null : node };
}

/** View of a conflict for callers. */
export interface ShownConflict extends Pick<Conflict, "id" | "table" | "key" | "column" | "lostStamp" | "count"> {
  readonly state: ReturnType<typeof conflictState>;
  /** True if callers may not see the column. */
  readonly isHidden: boolean;
  readonly keptValue: string | null;
  readonly keptNode: string | null;
  readonly lostValue: string | null;
  readonly lostNode: string | null;
}

/** Row of a conflict, which holds its values as JSON. */
type ConflictRow = Omit<Conflict, "kept" | "lost"> & { readonly kept: string | null; readonly lost: string | null };

/** Returns what callers see of a conflict. */
export function shownConflict(conflict: ConflictRow): ShownConflict {
  const { id, table, key, column, lostStamp, count, kept, lost } = conflict;
  return {
    id,
    table,
    key,
    column,
    lostStamp,
    count,
    state: conflictState(conflict),
    isHidden: !isShownColumn(table, column),
    keptValue: valueIn({ table, column, json: kept }),
    keptNode: placeOfStamp(conflict.keptStamp).node,
    lostValue: valueIn({ table, column, json: lost }),
    lostNode: placeOfStamp(lostStamp).node,
  };
}

interface HeldIn {
  readonly table: string;
  readonly column: string;
  readonly json: string | null;
}

/** Returns a value of a conflict as people read it; null if callers may not see the column. */
export function valueIn({ table, column, json }: HeldIn): string | null {
  const facts = isShownColumn(table, column) ? declaredColumn(table, column) : undefined;
  return facts === undefined ? null : shownConflictValue(facts, json);
}
