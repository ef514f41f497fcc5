import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { secretColumns } from "#domain/secrets/secret-columns.ts";
import { secretKinds } from "#domain/secrets/secret-kinds.ts";
import { secretGuards } from "#domain/secrets/secret-way.ts";
import { secretWays } from "#domain/secrets/secret-ways.ts";
import { defineOperation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { sealedColumns } from "#store/sealed-columns.ts";
import { tables } from "#store/tables.ts";

import { allOperations } from "../support/all-operations.ts";
import { accessTrials } from "../support/secret-trials/access-trials.ts";
import { nodeTrials } from "../support/secret-trials/node-trials.ts";
import { proxyTrials } from "../support/secret-trials/proxy-trials.ts";
import { serviceTrials } from "../support/secret-trials/service-trials.ts";
import { targetTrials } from "../support/secret-trials/target-trials.ts";
import { openTrialRoom, type SecretTrial, type TrialRoom } from "../support/secret-trials/trial-room.ts";
import { callerOf } from "../support/service.ts";

// A line for each file of trials.
const trials: Readonly<Record<string, SecretTrial>> = {
  ...targetTrials,
  ...nodeTrials,
  ...proxyTrials,
  ...serviceTrials,
  ...accessTrials,
};

let room: TrialRoom;
beforeAll(async () => {
  room = await openTrialRoom();
});
afterAll(() => room.close());

const columnsOfWays = Object.entries(secretColumns).flatMap(([table, columns]) =>
  Object.entries(columns).map(([column, kinds]) => ({ table, column, kinds, name: `${table}.${column}` })),
);

test("every sealed column belongs to one kind of secrets, and no other column does", () => {
  const kept = Object.values(secretKinds).flatMap(({ keptIn }) => keptIn);
  expect(kept.toSorted()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted());
});

test("every column that decides where secrets travel is there", () => {
  const known: Readonly<Record<string, { readonly columns: object }>> = tables;
  for (const { table, column, name } of columnsOfWays) expect(known[table]?.columns, name).toHaveProperty(column);
});

test("every way is an operation, and says of each kind that its columns lead how it is kept", async () => {
  const operations = new Set((await allOperations()).map(({ name }) => name));
  for (const [operation, { writes, secrets }] of Object.entries(secretWays)) {
    expect(operations, operation).toContain(operation);
    const columns = columnsOfWays.filter(({ name }) => writes.includes(name));
    expect(columns.map(({ name }) => name).toSorted(), operation).toEqual(writes.toSorted());
    const led = new Set(columns.flatMap(({ kinds }) => kinds));
    expect(Object.keys(secrets).toSorted(), operation).toEqual([...led].toSorted());
    for (const { by } of Object.values(secrets))
      expect(Object.keys(secretGuards)).toEqual(expect.arrayContaining([...by]));
  }
});

test("every such column is written by an operation", () => {
  const written = new Set(Object.values(secretWays).flatMap(({ writes }) => writes));
  expect(columnsOfWays.filter(({ name }) => !written.has(name))).toEqual([]);
});

const tried = Object.entries(secretWays).flatMap(([operation, { secrets }]) =>
  Object.entries(secrets).map(([kind, { by }]) => ({ name: `${operation} ${kind}`, by })),
);

test("every kind of secrets of every way has its trial, and no trial is of another one", () => {
  expect(Object.keys(trials).toSorted()).toEqual(tried.map(({ name }) => name).toSorted());
});

// The caller has the policies of the operation, but no permission for the secret.
test.each(tried)("$name is kept as the table says", async ({ name, by }) => {
  expect((await trials[name]?.(room))?.toSorted()).toEqual([...by].toSorted());
});

const planted = defineOperation({
  name: "targetSystems.planted",
  input: z.strictObject({ address: z.record(z.string(), z.string()) }),
  callers: ["user"],
  policies: [{ name: policyOf.update("targetSystems") }],
  audit: { operation: "TGTU" },
  run: ({ store }, { address }) => store.save("targetSystems", { id: "T1", address }),
});

test("an operation without its row that leads secrets elsewhere is refused, and nothing of it is written", async () => {
  const before = await room.store.get("targetSystems", "T1");
  const root = callerOf({ key: "root", id: "root", superuser: true });
  await expect(invoke(planted, room.context, root, { address: { host: "elsewhere" } })).rejects.toMatchObject({
    code: "INTERNAL",
    detail: expect.stringContaining("targetSystems.planted writes targetSystems.address"),
  });
  expect(await room.store.get("targetSystems", "T1")).toEqual(before);
});
