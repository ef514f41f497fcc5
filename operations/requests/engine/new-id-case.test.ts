import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { createAccount } from "#operations/accounts/create-account.ts";
import { createGroup } from "#operations/groups/change-groups.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

let room: RequestRoom;

beforeAll(async () => {
  room = await openRequestRoom();
  const folder = room.context.settings.pluginFolder;
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("upper.mjs", "export const run = ({ id }) => ({ id: id.toUpperCase() });");
  write("groups.mjs", "export const run = ({ id, type }) => ({ id: type === 'group' ? id.toUpperCase() : id });");
  write("renaming.mjs", "export const run = () => ({ id: 'somebody-else' });");
  write("empty.mjs", "export const run = () => undefined;");
  write("removed.mjs", "export const run = ({ id }) => ({ id });");
});
afterEach(() => program(null));
afterAll(() => room.close());

const program = (value: string | null) =>
  room.store.transaction(() =>
    saveOption(room.context, { targetSystemId: "T1", name: "newIdCaseSetProgram", target: "value" }, value),
  );
const root = () => ({ ...room.as("dan"), superuser: true });
const account = (shortId: string) =>
  invoke(createAccount, room.context, root(), { targetSystemKey: "T1", shortId, attributes: { mail: "Ada@x.y" } });

async function submitted(operations: readonly object[]): Promise<unknown[]> {
  const stored = await room.operations(await room.submit(operations));
  return stored.map(({ attributes }) => attributes["shortId"]?.[0] ?? null);
}

// @specification 2.option.new-id-case
describe("newIdCaseSetProgram", () => {
  test("sets the case of the id of a new account, and of nothing else", async () => {
    await program("upper.mjs");
    expect((await account("Ada.Abel")).attributes).toEqual({ mail: ["Ada@x.y"], shortId: ["ADA.ABEL"] });
  });

  test("is told what it is for: account or group", async () => {
    await program("groups.mjs");
    const group = await invoke(createGroup, room.context, root(), { targetSystemKey: "T1", shortId: "Staff" });
    expect(group.attributes).toEqual({ shortId: ["STAFF"] });
    expect((await account("Ada.Abel")).attributes["shortId"]).toEqual(["Ada.Abel"]);
  });

  test("may ask for the target system by a service", async () => {
    const asking =
      "export const run = async ({ id, targetSystemKey }, { targetSystem }) => ({ id: (await targetSystem(targetSystemKey)).id === 'T1' ? id.toUpperCase() : id });";
    writeFileSync(join(room.context.settings.pluginFolder, "asking.mjs"), asking);
    await program("asking.mjs");
    expect((await account("Ada.Abel")).attributes["shortId"]).toEqual(["ADA.ABEL"]);
  });

  test("may be a built-in one, which needs no folder", async () => {
    await program("lower-case");
    expect((await account("Ada.Abel")).attributes["shortId"]).toEqual(["ada.abel"]);
    await expect(program("manager")).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
  });

  test("holds for requests too, where an account that is not named gets the recipient's id", async () => {
    await program("upper.mjs");
    const create = { code: "ACUA", targetSystemKey: "T1" };
    expect(await submitted([{ ...create, attributes: { shortId: "Mixed" } }])).toEqual(["MIXED"]);
    expect(await submitted([create])).toEqual(["ADA"]);
  });

  test("that is empty leaves a new id as it was written", async () => {
    expect((await account("Ada.Abel")).attributes["shortId"]).toEqual(["Ada.Abel"]);
    await program("upper.mjs");
    await program(null);
    expect((await account("Bob.Abel")).attributes["shortId"]).toEqual(["Bob.Abel"]);
    expect(await submitted([{ code: "ACUA", targetSystemKey: "T1" }])).toEqual([null]);
  });

  test("that is not there is refused when it is set", async () => {
    await expect(program("absent.mjs")).rejects.toMatchObject({
      code: "OPTION_VALUE_INVALID",
      message: expect.stringContaining("there is no file 'absent.mjs'"),
    });
  });

  test.each(["renaming.mjs", "empty.mjs", "removed.mjs"])("%s is refused, and nothing is stored", async (name) => {
    const counts = async () => [
      await room.store.count("requestOperations"),
      await room.store.count("sesslog_full", { result: "F" }),
    ];
    const [operations, failed = 0] = await counts();
    await program(name);
    if (name === "removed.mjs") rmSync(join(room.context.settings.pluginFolder, name));
    await expect(account("Ada.Abel")).rejects.toMatchObject({ code: "PLUGIN_UNUSABLE", target: name });
    expect(await counts()).toEqual([operations, failed + 1]);
  });
});
