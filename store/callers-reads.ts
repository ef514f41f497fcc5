import { throwTranslated } from "./database-errors.ts";
import type { Database } from "./database.ts";
import { type ConditionReads, createConditionReads } from "./query/condition-reads.ts";
import { createReader, type Reader } from "./reader.ts";
import { createSodAccess, type SodAccess } from "./sod-access.ts";

/** Reads on behalf of a caller that may be long: by conditions, and not by a key. */
export type CallersReads = Pick<Reader, "select" | "count"> & ConditionReads & SodAccess;

/** Makes the reading function of one owner: it has the time limit of callers' reads, and takes turns with those of others. */
export function callersRead(database: Database, owner: string): Database["read"] {
  return (sql, values) => database.readFor(owner, sql, values).catch(throwTranslated);
}

/** Makes the reads of one owner: each has the time limit of callers' reads, and takes turns with those of others. */
export function createCallersReads(database: Database, owner: string): CallersReads {
  const { dialect } = database;
  const read = callersRead(database, owner);
  const { select, count } = createReader({ dialect, read });
  return { select, count, ...createConditionReads({ dialect, read }), ...createSodAccess({ dialect, read }) };
}
