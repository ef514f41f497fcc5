import { afterAll, beforeAll, expect, test } from "vitest";

import { createAccount } from "#operations/accounts/create-account.ts";
import { updateAccount } from "#operations/accounts/update-account.ts";
import { createGroup, updateGroup } from "#operations/groups/change-groups.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { createAttributeDefinition } from "#operations/target-systems/change-attribute-definitions.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

let room: RequestRoom;
const root = () => ({ ...room.as("dan"), superuser: true });
const define = (attribute: string, part: object = {}) =>
  invoke(createAttributeDefinition, room.context, root(), {
    targetSystemId: "T1",
    attribute,
    discoveredObjectType: "user",
    ...part,
  });

beforeAll(async () => {
  room = await openRequestRoom({ attributes: [] });
  await room.store.transaction(async () => {
    const userKey = room.keyOf("ada");
    await room.store.save("users", { key: userKey, timeZone: "Europe/Berlin" });
    await room.store.save("userAttributes", { key: "m", userKey, name: "email", value: "ada@example.test" });
    const names = { targetSystemKey: "T1", longId: "x", shortId: "x", displayId: "x" };
    await room.store.save("accounts", { ...names, key: "mine", stableId: "1", userKey });
    await room.store.save("groups", { ...names, key: "staff", stableId: "2" });
  });
  await define("mail", { mappedAttribute: "email", actionOnCreate: "set", actionOnUpdate: "set", minValues: 1 });
  await define("cn", { mappedAttribute: "displayName", actionOnCreate: "set" });
  await define("tz", { mappedAttribute: "timeZone", actionOnCreate: "set" });
  await define("hours", { mappedAttribute: "calendar", actionOnCreate: "set" });
  await define("level", { type: "number", valueRegex: "^[1-9]$" });
  await define("description", { discoveredObjectType: "group", minValues: 1 });
});
afterAll(() => room.close());

const operation = (code: string, attributes: object) => ({ code, targetSystemKey: "T1", attributes });

test("a request gets what definitions set, and is refused before it is stored where an attribute does not fit", async () => {
  const [row] = await room.operations(await room.submit([operation("ACUA", { level: 3 })]));
  expect(row?.attributes).toEqual({ level: [3], mail: ["ada@example.test"], cn: ["ada"], tz: ["Europe/Berlin"] });
  const before = await room.store.count("reqbatch");
  const misfit = [operation("ACUA", { level: "ten" }), operation("CRTG", { shortId: "g" })];
  await expect(room.submit(misfit)).rejects.toMatchObject({
    code: "ATTRIBUTE_INVALID",
    target: "operations/0/attributes/level",
    details: [
      { target: "operations/0/attributes/level", message: "level takes numbers only (type number)." },
      { target: "operations/1/attributes/description", message: expect.stringContaining("minValues") },
    ],
  });
  expect(await room.store.count("reqbatch")).toBe(before);
});

test.each([
  [
    "POST account",
    "level",
    createAccount,
    { targetSystemKey: "T1", shortId: "n", attributes: { mail: "a", level: "x" } },
  ],
  [
    "POST account of somebody",
    "mail",
    createAccount,
    { targetSystemKey: "T1", shortId: "n", attributes: { mail: "a" } },
  ],
  ["PATCH account", "level", updateAccount, { key: "mine", attributes: { level: 10 } }],
  ["PATCH account", "mail", updateAccount, { key: "mine", attributes: { MAIL: "root@example.test" } }],
  ["POST group", "description", createGroup, { targetSystemKey: "T1", shortId: "n" }],
  ["PATCH group", "description", updateGroup, { key: "staff", attributes: { description: ["a", "b"] } }],
] as const)("%s is judged too, by its %s", async (what, attribute, write, input) => {
  const before = await room.store.count("requestOperations");
  const given = what.endsWith("somebody") ? { ...input, userKey: room.keyOf("ada") } : input;
  await expect(invoke(write as typeof createAccount, room.context, root(), given)).rejects.toMatchObject({
    code: "ATTRIBUTE_INVALID",
    target: `attributes/${attribute}`,
  });
  expect(await room.store.count("requestOperations")).toBe(before);
});

test("an update sets what its definitions say from the profile of the account's owner", async () => {
  const queued = await invoke(updateAccount, room.context, root(), { key: "mine", attributes: { level: 2 } });
  expect(queued?.attributes).toEqual({ level: [2], mail: ["ada@example.test"] });
});

test.each([
  ["a pattern that tries again and again", { valueRegex: "(a)\\1" }, "INPUT_INVALID", "valueRegex"],
  ["set without a mapping", { actionOnCreate: "set" }, "ATTRIBUTE_ACTION_INVALID", "actionOnCreate"],
  [
    "set on a group",
    { actionOnUpdate: "set", mappedAttribute: "email", discoveredObjectType: "group" },
    "ATTRIBUTE_ACTION_INVALID",
    "actionOnUpdate",
  ],
])("a definition with %s is refused", async (_what, part, code, target) => {
  await expect(define("street", part)).rejects.toMatchObject({ code, target });
});

test("a password is set by no definition", async () => {
  await expect(define("userPassword", { mappedAttribute: "pin", actionOnCreate: "set" })).rejects.toMatchObject({
    code: "ATTRIBUTE_ACTION_INVALID",
  });
});

test("on a source of profiles an update is not held to the profile, which follows the account", async () => {
  const update = { key: "mine", attributes: { mail: "new@example.test" } };
  await expect(invoke(updateAccount, room.context, root(), update)).rejects.toMatchObject({
    code: "ATTRIBUTE_INVALID",
  });
  await room.store.transaction(() => room.store.save("targetSystems", { id: "T1", sourceOfProfiles: true }));
  const queued = await invoke(updateAccount, room.context, root(), update);
  expect(queued?.attributes).toEqual({ mail: ["new@example.test"] });
});
