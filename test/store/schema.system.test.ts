// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Column, ColumnKind } from "#domain/resources/format/property.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { unitedParts } from "#store/query/united-rows.ts";
import { uniquesOf } from "#store/replication/claim-places.ts";
import { tables } from "#store/tables.ts";

import { shownColumns, shownIndexes } from "../support/shown-schema.ts";
import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;

beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

test("every table has exactly the columns and indexes that its resource declares", async () => {
  const database = openDatabase({ databaseUrl: opened.databaseUrl });
  try {
    for (const resource of Object.values<Resource>(resources)) {
      const { table } = resource;
      // Combined when it is read.
      if (unitedParts(resource.name) !== undefined) continue;
      expect({ table, columns: await columnsIn(database, table) }).toEqual({
        table,
        columns: declaredColumns(resource, database.dialect.name),
      });
      expect({ table, indexes: await indexesIn(database, resource) }).toEqual({
        table,
        indexes: declaredIndexes(resource),
      });
    }
  } finally {
    await database.close();
  }
});

const typeNames: Readonly<Record<ColumnKind, string>> = {
  text: "VARCHAR",
  longText: "LONGTEXT",
  integer: "INTEGER",
  time: "BIGINT",
  flag: "TINYINT",
  json: "LONGTEXT",
  sealed: "LONGTEXT",
};

/** Columns that were widened, where it makes a difference: SQLite stores whole numbers of any size in each. */
const widened: ReadonlySet<string> = new Set(["sesslog_full.seq"]);

function typeOf({ kind, size, wide }: Column): string {
  if (kind === "text") return `VARCHAR(${size})`;
  return wide ? "BIGINT" : typeNames[kind];
}

/** Returns a type of MariaDB by the name that SQLite has for it: `int(11)` is INTEGER. */
const plainType = (type: string) =>
  type
    .toUpperCase()
    .replace(/^INT\b/, "INTEGER")
    .replace(/^((?:INTEGER|BIGINT|TINYINT))\(\d+\)$/, "$1");

async function columnsIn(database: Database, table: string): Promise<string[]> {
  const shown = await shownColumns(database, table);
  return shown.map(({ name, type, nullable }) => `${name} ${plainType(type)} ${nullable ? "NULL" : ""}`).toSorted();
}

function declaredColumns({ table, class: of, properties }: Resource, dialect: Database["dialect"]["name"]): string[] {
  const kept = Object.entries(properties).filter(([, { facts }]) => facts.home !== "elsewhere");
  const columns = kept.map(([name, { facts }]) => {
    const type = dialect === "sqlite" && widened.has(`${table}.${name}`) ? typeNames[facts.kind] : typeOf(facts);
    return `${name} ${type} ${facts.nullable ? "NULL" : ""}`;
  });
  const isView = !Object.hasOwn(tables, table);
  const replicated = [
    ...(of === "owned" ? ["homeNode VARCHAR(40) ", "ownerEpoch INTEGER "] : []),
    ...(uniquesOf(table).length > 0 ? ["claimPlace VARCHAR(32) "] : []),
  ];
  const stamps = ["lastUpdatedModule VARCHAR(20) ", "lastUpdatedNode VARCHAR(40) ", "version INTEGER "];
  return [...columns, ...replicated, ...stamps, ...(isView ? [] : ["_v LONGTEXT "])].toSorted();
}

// Databases show the index of the primary key in different ways, and every table has it.
async function indexesIn(database: Database, { table, key }: Resource): Promise<string[]> {
  const found = (await shownIndexes(database, table)).map(({ unique, columns }) => inWords(unique, columns));
  return found.filter((index) => index !== inWords(true, [key])).toSorted();
}

const inWords = (unique: boolean, columns: readonly string[]) => `${unique ? "unique" : "index"} ${columns.join(", ")}`;

/** Returns the indexes of a resource; a unique one leaves room for rows of other nodes with the same values. */
function declaredIndexes({ table, indexes }: Resource): string[] {
  const place = uniquesOf(table).length > 0 ? ["claimPlace"] : [];
  return indexes
    .map(({ columns, unique = false }) => inWords(unique, unique ? [...columns, ...place] : columns))
    .toSorted();
}
