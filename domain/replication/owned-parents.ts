import { latestStamp } from "./column-stamps.ts";
import type { MergedTable } from "./merged-table.ts";
import type { Loss } from "./merged.ts";
import type { MergedRow, ReplicatedChange, Tenure } from "./replicated-change.ts";

/** Owner of the rows of a table: a row of one of some tables, whose key a column has. */
export interface OwnedParent {
  readonly column: string;
  readonly tables: readonly string[];
}

const ofSubject: OwnedParent = { column: "requestKey", tables: ["reqbatch", "requestBatches"] };

/** Tables of the class `owned` whose rows only the home node of what they belong to may add, by their names. */
export const ownedParents: Readonly<Record<string, OwnedParent>> = {
  decisions: ofSubject,
  enforcementItems: { column: "runKey", tables: ["enforcementRuns"] },
  requestAuthorizers: ofSubject,
  requestBatchMembers: { column: "batchKey", tables: ["requestBatches"] },
  requestOperations: { column: "requestKey", tables: ["reqbatch"] },
  requestPhases: ofSubject,
  tickets: ofSubject,
};

interface Children {
  readonly table: string;
  readonly column: string;
}

const children = new Map(
  [...new Set(Object.values(ownedParents).flatMap(({ tables }) => tables))].map((parent) => [
    parent,
    Object.entries(ownedParents).flatMap(([table, { column, tables }]) =>
      tables.includes(parent) ? [{ table, column }] : [],
    ),
  ]),
);
const none: readonly Children[] = [];

/** Returns the tables with rows that belong to those of a table, and the column that says so. */
export const childrenOf = (parent: string): readonly Children[] => children.get(parent) ?? none;

/** Returns the rows of which one is the parent of a row, by table and key, as far as a change says it. */
export function parentsOf({
  table,
  values,
}: Pick<ReplicatedChange, "table" | "values">): readonly { readonly table: string; readonly key: string }[] {
  const parent = Object.hasOwn(ownedParents, table) ? ownedParents[table] : undefined;
  const key = parent === undefined ? undefined : values[parent.column];
  if (parent === undefined || typeof key !== "string") return [];
  return parent.tables.map((name) => ({ table: name, key }));
}

/**
 * Returns true if a row came too late: what it belongs to has been taken over by a node that did not know it, or by one whose claim to the
 * same epoch holds. It follows from both tenures, so nodes agree in whichever order they learn them.
 */
export function isLate(child: Tenure | undefined, parent: Tenure | undefined): boolean {
  if (child === undefined || parent === undefined || child.node === parent.node) return false;
  return child.epoch < parent.epoch || (child.epoch === parent.epoch && parent.epoch > 1);
}

/** Returns true if a new row belongs to something of another node, which its own node never had. */
export function isForeign(child: Tenure | undefined, parent: Tenure | undefined): boolean {
  if (child === undefined || parent === undefined || child.node === parent.node) return false;
  return !isLate(child, parent);
}

/** Returns the loss of a late row: it is listed as a whole, with its values but for secrets. */
export function lossOfLate({ primaryKey, columns }: MergedTable, { values, stamps }: MergedRow, parent: Tenure): Loss {
  const shown = Object.entries(values).filter(([name, value]) => value !== null && columns[name]?.kind !== "sealed");
  return {
    column: primaryKey,
    lost: { value: JSON.stringify(Object.fromEntries(shown)), stamp: latestStamp(stamps) },
    kept: { value: null, stamp: parent.claim },
  };
}
