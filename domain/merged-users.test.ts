import { expect, test } from "vitest";

import { movedColumns, unmovedTables } from "./merged-users.ts";
import type { Resource } from "./resources/format/resource.ts";
import { resources } from "./resources/resources.ts";

const all = Object.values<Resource>(resources);
const unmoved: readonly string[] = Object.values(unmovedTables).flat();

/** Returns the columns of a resource that name a user. */
const namingIn = ({ table, relations }: Resource) =>
  Object.values(relations).flatMap(({ source, many, from }) =>
    source === "users" && !many && from !== undefined ? [`${table}.${from}`] : [],
  );

test("each column that names a user is moved when two users are merged, or its table says why not", () => {
  const moved = movedColumns.map(({ table, column }) => `${table}.${column}`);
  const missing = all
    .filter(({ table }) => !unmoved.includes(table))
    .flatMap(namingIn)
    .filter((name) => !moved.includes(name));
  expect(missing).toEqual([]);
});

test("no column is both moved and not, and all are there", () => {
  expect(movedColumns.filter(({ table }) => unmoved.includes(table))).toEqual([]);
  for (const { table, column, ...rest } of movedColumns) {
    const properties = Object.keys(all.find((one) => one.table === table)?.properties ?? {});
    expect(properties, table).toEqual(expect.arrayContaining([column, ...("same" in rest ? rest.same : [])]));
  }
  expect(unmoved.filter((table) => !all.some((one) => one.table === table))).toEqual([]);
});
