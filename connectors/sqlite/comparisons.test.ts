import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { ObjectRef, Scalar, TargetObject } from "#connectors/contract/index.ts";

import { Bench } from "../contract/kit/bench.ts";
import type { SqliteSession } from "./session.ts";
import sqlite from "./sqlite.ts";

let folder: string;
let bench: Bench;
let session: SqliteSession;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sqlite-comparisons-"));
  bench = new Bench(sqlite, { address: { file: join(folder, "x.sqlite") }, credentials: [], stop: () => {} });
  session = (await bench.open()) as SqliteSession;
});

afterEach(async () => {
  await bench.clear();
  rmSync(folder, { recursive: true });
});

const get = (ref: ObjectRef) => bench.operations.get(session, { type: "account", ref }, bench.call());
const make = (name: string, employeeNumber: readonly Scalar[] = []) =>
  bench.create(session, { name, attributes: { employeeNumber } });
async function listed(type: "account" | "group", filter?: object): Promise<TargetObject[]> {
  const found: TargetObject[] = [];
  const request = { type, pageSize: 2, ...(filter && { filter }) };
  for await (const { items } of bench.operations.list(session, request as never, bench.call())) found.push(...items);
  return found;
}

test("an id is what it is written as, whatever number SQLite would make of it", async () => {
  const { id, name } = await make("ada");
  expect(await get({ id, name })).toMatchObject({ id, name });
  for (const other of [` ${id}`, `${id} `, `${id}.0`, `0${id}`, `+${id}`, `${id}e0`, "ada", ""])
    expect(await get({ id: other, name }), other).toBeUndefined();
});

test("a name is found in any case and form, and by nothing that is only like it", async () => {
  await make("Müller");
  for (const name of ["Müller", "MÜLLER", "mu\u0308ller"]) expect((await get({ name }))?.name, name).toBe("Müller");
  for (const name of ["Muller", "Müller ", " Müller", "M_ller", "M%", "Müller\0"])
    expect(await get({ name }), name).toBeUndefined();
  for (const name of ["MÜLLER", "Mu\u0308ller"]) await bench.refusal(() => make(name), "alreadyExists");
  const other = await make("moller");
  const rename = (name: string) =>
    bench.operations.update(
      session,
      { type: "account", ref: other, deltas: [{ attr: "name", replace: [name] }] },
      bench.call(),
    );
  await bench.refusal(() => rename("MÜLLER"), "alreadyExists");
  await rename("MÖLLER");
  expect((await get({ name: "möller" }))?.id).toBe(other.id);
  await rename("möller");
});

test("4711 and its text are one name and one value", async () => {
  const made = await make("4711", [4711]);
  await make("04711", ["04711"]);
  expect(made).toMatchObject({ name: "4711", attributes: { employeeNumber: ["4711"] } });
  const change = (delta: object) =>
    bench.operations.update(
      session,
      { type: "account", ref: made, deltas: [{ attr: "employeeNumber", ...delta }] },
      bench.call(),
    );
  for (const value of [4711, "4711"])
    expect(await listed("account", { op: "eq", attr: "employeeNumber", value })).toMatchObject([{ name: "4711" }]);
  await change({ add: ["4711", 4712] });
  expect((await get(made))?.attributes).toEqual({ employeeNumber: ["4711", "4712"] });
  await change({ remove: [4711, "4712"] });
  expect((await get(made))?.attributes).toEqual({});
});

test("what an earlier version has kept as numbers and truths is compared as it is shown", async () => {
  const made = await make("old");
  session.database
    .prepare("UPDATE accounts SET attributes = ? WHERE id = ?")
    .run(JSON.stringify({ employeeNumber: [7], title: [true] }), made.id);
  expect((await get(made))?.attributes).toEqual({ employeeNumber: ["7"], title: ["true"] });
  expect(await listed("account", { op: "eq", attr: "employeeNumber", value: "7" })).toHaveLength(1);
  expect(await listed("account", { op: "eq", attr: "title", value: true })).toHaveLength(1);
  expect(await listed("account", { op: "eq", attr: "title", value: "1" })).toHaveLength(0);
});

test("groups come with their members in one more question a page", async () => {
  const [ada, bob] = [await make("ada"), await make("bob")];
  for (const name of ["one", "two", "three"]) {
    const group = await bench.create(session, { type: "group", name });
    for (const account of name === "two" ? [] : [ada, bob])
      await bench.operations.addMember(session, { group, member: { ...account, type: "account" } }, bench.call());
  }
  const groups = await listed("group");
  const both = [ada, bob].map(({ id, name }) => ({ type: "account", id, name }));
  expect(groups.map(({ name, members }) => [name, members])).toEqual([
    ["one", both],
    ["two", []],
    ["three", both],
  ]);
});
