import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { FormField } from "#domain/catalogue/form-fields.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { edit } from "./edit.ts";

let room: RequestRoom;
const plain: FormField = {
  name: "costCenter",
  type: "text",
  label: "Cost center",
  germanLabel: null,
  help: null,
  germanHelp: null,
  required: true,
  choices: [],
  pattern: "^[0-9]{4}$",
  defaultValue: null,
};
const fields: readonly FormField[] = [
  plain,
  { ...plain, name: "seats", type: "number", required: false, pattern: null, defaultValue: "2" },
];

beforeAll(async () => {
  room = await openRequestRoom({
    targets: { T1: [{ authorizers: ["bob"], mayEdit: true }], FREE: [{ authorizers: ["bob"] }] },
  });
  const { store } = room;
  await store.transaction(async () => {
    await store.save("groups", {
      key: "staff",
      targetSystemKey: "T1",
      shortId: "staff",
      longId: "staff",
      stableId: "1",
      displayId: "staff",
      managed: true,
    });
    const account = { targetSystemKey: "T1", stableId: "2", longId: "ada", displayId: "ada", shortId: "ada" };
    await store.save("accounts", { ...account, key: "mine", userKey: room.keyOf("ada") });
    for (const [key, resourceType, resourceKey] of [
      ["d1", "managedGroup", "staff"],
      ["d2", "targetSystem", "T1"],
    ] as const)
      await store.save("catalogueDetails", { key, resourceType, resourceKey, formFields: fields });
  });
});
afterAll(() => room.close());

const create = (form?: unknown, targetSystemKey = "T1") => ({
  code: "ACUA",
  targetSystemKey,
  ...(form !== undefined && { form }),
});
const count = () => room.store.count("reqbatch");

describe("the form of a requested item", () => {
  it.each([
    ["a required value that is missing", create(), "operations/0/form/costCenter", "required"],
    [
      "an unknown name",
      create({ costCenter: "4711", color: "red" }),
      "operations/0/form/color",
      "no field of the form",
    ],
    [
      "a value that does not match its pattern",
      create({ costCenter: "47" }),
      "operations/0/form/costCenter",
      "pattern",
    ],
    ["a text in place of a number", create({ costCenter: "4711", seats: "few" }), "operations/0/form/seats", "number"],
    ["null for a required value", create({ costCenter: null }), "operations/0/form/costCenter", "required"],
    ["a form where there is none", create({ costCenter: "4711" }, "FREE"), "operations/0/form/costCenter", "no form"],
    [
      "a form of an operation that gives nothing",
      { code: "CRTG", targetSystemKey: "T1", attributes: { shortId: "new" }, form: { costCenter: "4711" } },
      "operations/0/form/costCenter",
      "no form",
    ],
  ])("is not taken with %s", async (_what, operation, target, words) => {
    const before = await count();
    const message = expect.stringContaining(words);
    await expect(room.submit([operation])).rejects.toMatchObject({ code: "FORM_INVALID", target, message });
    expect(await count()).toBe(before);
  });

  it.each([
    ["a list of values", create({ costCenter: ["4711"] })],
    ["a name that is none", create({ "cost center": "4711" })],
    ["values that are too long", create({ costCenter: "4".repeat(401) })],
  ])("is no input with %s", async (_what, operation) => {
    await expect(room.submit([operation])).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });

  it("is stored with its defaults, each operation its own, and asked of no operation that takes something away", async () => {
    const join = { code: "GRUA", targetSystemKey: "T1", groupKey: "staff", form: { costCenter: "1234", seats: 5 } };
    const request = await room.submit([create({ costCenter: "4711" }), join]);
    const forms = (await room.operations(request)).map(({ form }) => form);
    expect(forms).toEqual([
      { costCenter: "4711", seats: 2 },
      { costCenter: "1234", seats: 5 },
    ]);
    const disable = await room.submit([{ code: "DNAU", targetSystemKey: "T1", accountKey: "mine" }]);
    expect((await room.operations(disable)).map(({ form }) => form)).toEqual([null]);
  });

  it("is edited like attributes, and left alone by an edit of others even if the form has changed", async () => {
    await room.store.transaction(async () => {
      for (const { key, recipientKey, status } of await room.store.select("reqbatch"))
        if (recipientKey === room.keyOf("ada") && status === "W")
          await room.store.save("reqbatch", { key, status: "K", active: false });
    });
    const request = await room.submit([create({ costCenter: "4711" })]);
    const change = (part: object) =>
      invoke(edit, room.context, room.as("bob"), { key: request.key, operations: [{ sequence: 1, ...part }] });
    await expect(change({ form: { costCenter: "x" } })).rejects.toMatchObject({ code: "FORM_INVALID" });
    expect(await change({ form: { costCenter: "4712", seats: "3" } })).toMatchObject({ changed: [1] });
    expect((await room.operations(request))[0]?.form).toEqual({ costCenter: "4712", seats: 3 });
    expect(await change({ form: { costCenter: "4712", seats: 3 } })).toMatchObject({ changed: [] });
    const stricter = { ...plain, name: "project" };
    await room.store.transaction(() => room.store.save("catalogueDetails", { key: "d2", formFields: [stricter] }));
    expect(await change({ attributes: { shortId: "ada2" } })).toMatchObject({ changed: [1] });
    expect((await room.operations(request))[0]?.form).toEqual({ costCenter: "4712", seats: 3 });
    await room.store.transaction(() => room.store.save("catalogueDetails", { key: "d2", formFields: fields }));
    const seen = { code: "ACUA", form: { costCenter: "4711", seats: 3 } };
    await expect(
      room.decide("bob", request, { phase: 1, decision: "approve", expect: { operations: [seen] } }),
    ).rejects.toMatchObject({ code: "EXPECTATION_FAILED", target: "expect/operations/0/form" });
  });
});

describe("what the recipient has already", () => {
  const join = {
    code: "GRUA",
    targetSystemKey: "T1",
    groupKey: "staff",
    accountKey: "mine",
  };

  beforeAll(async () => {
    const { store } = room;
    await store.transaction(async () => {
      for (const { key } of await store.select("reqbatch")) await store.save("reqbatch", { key, status: "K" });
      await store.save("catalogueDetails", { key: "d1", formFields: [] });
      await store.save("catalogueDetails", { key: "d2", formFields: [] });
      await store.save("groupMemberships", { key: "m1", groupKey: "staff", accountKey: "mine" });
    });
  });

  it("is said by the numbers of its operations, and refused by nobody", async () => {
    const request = await room.submit([{ ...create(), attributes: { shortId: "ada3" } }, join]);
    expect(request.alreadyHeld).toEqual([1, 2]);
    const other = await room.submit([create(undefined, "FREE")]);
    expect(other.alreadyHeld).toEqual([]);
  });

  it("is not what comes through another group", async () => {
    const { store } = room;
    await store.transaction(async () => {
      for (const { key } of await store.select("reqbatch")) await store.save("reqbatch", { key, status: "K" });
      await store.save("groupMemberships", { key: "m1", throughGroup: "all" });
    });
    expect((await room.submit([join])).alreadyHeld).toEqual([]);
  });
});
