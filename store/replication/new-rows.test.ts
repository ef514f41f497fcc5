import { expect, test } from "vitest";

import type { SqlValue } from "../sql/sql.ts";
import { claimPlaceOf } from "./claim-places.ts";
import { insertNewRows } from "./new-rows.ts";

const refused = Object.assign(new Error("a planted refusal"), { code: "SQLITE_CONSTRAINT_UNIQUE" });

/** Inserts users into a database that refuses a second row with one id and an empty place. */
async function inserted(ids: readonly string[], fault?: Error) {
  const rows: SqlValue[][] = [];
  let statements = 0;
  const write = async (_text: string, values: readonly SqlValue[] = []) => {
    statements += 1;
    if (fault !== undefined) throw fault;
    const some = Array.from({ length: values.length / 2 }, (_, at) => values.slice(2 * at, 2 * at + 2));
    const all = [...rows, ...some].filter(([, place]) => place === "");
    if (new Set(all.map(([id]) => id)).size < all.length) throw refused;
    rows.push(...some);
    return some.length;
  };
  const made = ids.map((id, at) => ({ key: `k${at}`, row: { id } }));
  const unplaced = await insertNewRows({ write }, "users", made);
  return { rows, unplaced, statements };
}

test("new rows are inserted together, in few statements of few lengths", async () => {
  const ids = Array.from({ length: 75 }, (_, at) => `u${at}`);
  const { rows, unplaced, statements } = await inserted(ids);
  expect(rows.map(([id]) => id)).toEqual(ids);
  expect({ unplaced, statements }).toEqual({ unplaced: [], statements: 5 });
});

test("of rows that are refused together each is inserted alone, and the refused one beside the other", async () => {
  const { rows, unplaced } = await inserted(["anna", "berta", "anna", "carla"]);
  expect(rows).toEqual([
    ["anna", ""],
    ["berta", ""],
    ["anna", claimPlaceOf("k2")],
    ["carla", ""],
  ]);
  expect(unplaced).toEqual(["k2"]);
});

test("another failure of the database is thrown", async () => {
  const away = Object.assign(new Error("gone"), { code: "PROTOCOL_CONNECTION_LOST" });
  await expect(inserted(["anna", "berta"], away)).rejects.toThrow(away);
});
