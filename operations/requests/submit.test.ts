import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import { letAskForOthers } from "#test/support/ask-for-others.ts";
import { saveProxy } from "#test/support/organisation.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { callerOf } from "#test/support/service.ts";

import { submit } from "./submit.ts";

let room: RequestRoom;
const create = { code: "ACUA", targetSystemKey: "T1" };

beforeAll(async () => {
  room = await openRequestRoom({
    classes: { _OWNERS_: ["bob", "cy"] },
    attributes: ["mail", "badge", { attribute: "level", type: "number" }],
    targets: {
      T1: [
        { authorizers: ["bob"], veto: ["bob"] },
        { authorizers: ["cy", "_OWNERS_"], inputRequired: ["_OWNERS_"] },
      ],
      T2: [{ authorizers: ["dan"] }],
      FREE: [],
      CLOSED: [],
      STUCK: [{ authorizers: ["bob"], minApprovals: 2 }],
      OPEN: [{ authorizers: [], minApprovals: 0 }, { authorizers: ["bob"] }],
      OFF: [],
      FAR: [],
    },
  });
  const { store, context } = room;
  await store.transaction(async () => {
    await store.save("targetSystems", { id: "OFF", enabled: false });
    await store.save("targetSystems", { id: "T1", secretAttributes: { account: ["badge"], group: [] } });
    await store.save("targetSystems", { id: "FAR", proxyServers: ["far"] });
    await store.save("targetSystems", { id: "T2", proxyServers: ["small"] });
    await saveOption(context, { targetSystemId: "CLOSED", name: "autoApprove", target: "" }, false);
    await saveProxy(context, "small", ["create", "serverInfo"]);
    await store.save("users", { key: room.keyOf("dan"), disabled: true });
    const account = { longId: "x", shortId: "x", displayId: "x", targetSystemKey: "T1" };
    await store.save("accounts", { ...account, key: "mine", stableId: "1", userKey: room.keyOf("ada") });
    await store.save("accounts", { ...account, key: "theirs", stableId: "2", userKey: room.keyOf("bob") });
    await store.save("accounts", { ...account, key: "nobodys", stableId: "4" });
    await store.save("groups", { ...account, managed: true, key: "staff", stableId: "3" });
  });
  await letAskForOthers(context);
});
afterAll(() => room.close());

const counted = ["reqbatch", "requestOperations", "requestPhases", "operationIdentifiers"] as const;
const rows = () => Promise.all(counted.map((table) => room.store.count(table)));

describe("a request that fits", () => {
  test("gets number, phases with their authorizers, operations in order, an audit row and the moment of its expiry", async () => {
    const operations = [
      { code: "GRUA", targetSystemKey: "T1", groupKey: "staff" },
      { ...create, attributes: { mail: "a@b.c", level: [1, 2] } },
    ];
    const request = await room.submit(operations, { reason: "new here" });
    expect(request.number).toMatch(/^20300101-\d+$/);
    const row = await room.row(request);
    expect(row).toMatchObject({
      status: "W",
      active: true,
      origin: "api",
      reason: "new here",
      requesterKey: room.keyOf("ada"),
      requestId: "call-ada",
    });
    const identifier = await room.store.get("operationIdentifiers", row.operationId ?? "");
    expect(identifier).toMatchObject({ operationType: "REQUEST_SUBMIT", sub: room.keyOf("ada") });
    const [member, account] = await room.operations(request);
    expect(account).toMatchObject({
      code: "ACUA",
      result: null,
      attributes: { mail: ["a@b.c"], level: [1, 2] },
      dependsOn: [],
    });
    expect(member).toMatchObject({ code: "GRUA", dependsOn: [account?.key] });
    const phases = await room.store.select("requestPhases", {
      where: { requestKey: request.key },
      orderBy: [["sequence", "asc"]],
    });
    expect(phases.map(({ sequence, state, targetSystemKey }) => [sequence, state, targetSystemKey])).toEqual([
      [1, "open", "T1"],
      [2, "pending", "T1"],
    ]);
    expect(phases.map(({ openedAt, closedAt }) => [openedAt, closedAt])).toEqual([
      [room.clock.now(), null],
      [null, null],
    ]);
    const asked = await room.store.select("requestAuthorizers", { where: { requestKey: request.key } });
    expect(asked.map(({ userKey, veto, via }) => [userKey, veto, via])).toEqual([
      [room.keyOf("bob"), true, [`user('${room.keyOf("bob")}')`]],
    ]);
    const audit = await room.store.select("sesslog_full", { where: { batchId: request.key } });
    expect(audit.map(({ operation, result }) => [operation, result])).toEqual([["RQSB", "S"]]);
    expect(await room.store.moments.waiting([request.key])).toEqual(new Set([request.key]));
    expect((await room.store.outbox.open()).map(({ workflowId }) => workflowId)).not.toContain(request.key);
  });

  test.each([
    ["says autoApprove", "FREE", "P", []],
    ["nobody can approve", "STUCK", "D", ["denied"]],
    ["waits for people", "OPEN", "W", ["approved", "open"]],
  ] as const)(
    "that %s goes to the engine when there is something to do, and ends where there is not",
    async (_what, target, status, states) => {
      const request = await room.submit([{ ...create, targetSystemKey: target }]);
      expect(request.status).toBe(status);
      const phases = await room.store.select("requestPhases", {
        where: { requestKey: request.key },
        orderBy: [["sequence", "asc"]],
      });
      expect(phases.map(({ state }) => state)).toEqual(states);
      const waiting = await room.store.moments.waiting([request.key]);
      expect([...waiting]).toEqual(status === "W" ? [request.key] : []);
      const leased = await room.store.outbox.lease(100);
      expect(leased.map(({ workflowId }) => workflowId).includes(request.key)).toBe(status === "P");
    },
  );

  test("counts its number up within the day", async () => {
    const [first, second] = [await room.submit([create]), await room.submit([create])];
    const count = ({ number }: { number: string }) => Number(number.split("-")[1]);
    expect(count(second)).toBe(count(first) + 1);
  });

  test("numbers the phases of several target systems one after another", async () => {
    const request = await room.submit([{ ...create, targetSystemKey: "T2" }, create]);
    const phases = await room.store.select("requestPhases", {
      where: { requestKey: request.key },
      orderBy: [["sequence", "asc"]],
    });
    expect(phases.map(({ targetSystemKey }) => targetSystemKey)).toEqual(["T2", "T1", "T1"]);
    expect(phases.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });
});

const bad: readonly (readonly [string, object, string, string])[] = [
  ["an empty list of operations", { operations: [] }, "INPUT_INVALID", "operations"],
  ["an empty recipient", { recipientKey: " " }, "INPUT_INVALID", "recipientKey"],
  ["an empty reason", { reason: "" }, "INPUT_INVALID", "reason"],
  ["an unknown field", { colour: "red" }, "INPUT_INVALID", "colour"],
  ["a recipient that does not exist", { recipientKey: "nobody" }, "RECIPIENT_UNKNOWN", "recipientKey"],
  ["a start in the past", { startAt: "2020-01-01T00:00:00Z" }, "START_IN_PAST", "startAt"],
  ["a start that is no moment", { startAt: "tomorrow" }, "INPUT_INVALID", "startAt"],
  ["an unknown code", { operations: [{ ...create, code: "FLY" }] }, "OPERATION_CODE_UNKNOWN", "operations/0/code"],
  [
    "a role on a target system",
    { operations: [{ ...create, code: "ROLA" }] },
    "OPERATION_FIELD_UNFIT",
    "operations/0/targetSystemKey",
  ],
  [
    "an unknown target",
    { operations: [{ ...create, targetSystemKey: "T9" }] },
    "TARGET_UNKNOWN",
    "operations/0/targetSystemKey",
  ],
  [
    "a disabled target",
    { operations: [{ ...create, targetSystemKey: "OFF" }] },
    "TARGET_DISABLED",
    "operations/0/targetSystemKey",
  ],
  [
    "a target that no proxy serves",
    { operations: [{ ...create, targetSystemKey: "FAR" }] },
    "TARGET_WITHOUT_PROXY",
    "operations/0/targetSystemKey",
  ],
  [
    "a missing capability",
    {
      operations: [
        { ...create, code: "CRTG", targetSystemKey: "T2" },
        { ...create, targetSystemKey: "T2", code: "DNAU" },
        { ...create, targetSystemKey: "T2" },
      ],
    },
    "CAPABILITY_MISSING",
    "operations/1/code",
  ],
  [
    "an account where none belongs",
    { operations: [{ ...create, accountKey: "mine" }] },
    "OPERATION_FIELD_UNFIT",
    "operations/0/accountKey",
  ],
  [
    "a missing account",
    { operations: [{ ...create, code: "DELU" }] },
    "OPERATION_FIELD_MISSING",
    "operations/0/accountKey",
  ],
  [
    "an unknown account",
    { operations: [{ ...create, code: "DELU", accountKey: "none" }] },
    "ACCOUNT_UNKNOWN",
    "operations/0/accountKey",
  ],
  [
    "another person's account",
    { operations: [{ ...create, code: "DELU", accountKey: "theirs" }] },
    "ACCOUNT_UNKNOWN",
    "operations/0/accountKey",
  ],
  [
    "an account of nobody in a request for a person",
    { operations: [{ ...create, code: "GRUA", accountKey: "nobodys", groupKey: "staff" }] },
    "ACCOUNT_UNKNOWN",
    "operations/0/accountKey",
  ],
  [
    "a person's account in a request for nobody",
    { recipientKey: null, operations: [{ ...create, code: "GRUA", accountKey: "mine", groupKey: "staff" }] },
    "ACCOUNT_UNKNOWN",
    "operations/0/accountKey",
  ],
  [
    "an account for nobody without a name",
    { recipientKey: null, operations: [create] },
    "OPERATION_FIELD_MISSING",
    "operations/0/attributes/shortId",
  ],
  [
    "an unknown group",
    { operations: [{ ...create, code: "GRUA", accountKey: "mine", groupKey: "none" }] },
    "GROUP_UNKNOWN",
    "operations/0/groupKey",
  ],
  [
    "an update of nothing",
    { operations: [{ ...create, code: "UPDA", accountKey: "mine" }] },
    "OPERATION_FIELD_MISSING",
    "operations/0/attributes",
  ],
  [
    "a target that nobody authorizes",
    { operations: [create, { ...create, targetSystemKey: "CLOSED" }] },
    "PHASES_MISSING",
    "operations/1/targetSystemKey",
  ],
  ["the same operation twice", { operations: [create, create] }, "OPERATION_DUPLICATE", "operations/1"],
  ...["userPassword", "userPassword;lang-de", "clearTextPassword", "SAMBANTPASSWORD", "unicodePwd"].map(
    (name): readonly [string, object, string, string] => [
      `a secret among the attributes (${name})`,
      { operations: [{ ...create, attributes: { [name]: "canary-of-a-secret" } }] },
      "INPUT_INVALID",
      "operations.0.attributes",
    ],
  ),
];

test("what the connector's own schema marks as a secret is refused and stored nowhere, however it is spelled", async () => {
  const before = await rows();
  for (const name of ["badge", "BADGE;lang-de"]) {
    const refusal = await room
      .submit([{ ...create, attributes: { [name]: "canary-4711" } }])
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "ATTRIBUTE_INVALID", target: `operations/0/attributes/${name}` });
    expect(JSON.stringify(refusal)).not.toContain("canary");
  }
  expect(await rows()).toEqual(before);
  expect(JSON.stringify(await room.store.select("sesslog_full"))).not.toContain("canary-4711");
  await expect(
    room.submit([{ ...create, targetSystemKey: "FREE", attributes: { badge: "1" } }]),
  ).resolves.toBeDefined();
});

describe("a request that does not fit", () => {
  test.each(bad)("%s is refused and stores nothing but its audit row", async (_what, part, code, target) => {
    const before = await rows();
    const audited = await room.store.count("sesslog_full");
    const waiting = (await room.store.outbox.open()).length;
    const refusal = await room.submit([create], part).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code, target });
    expect(await rows()).toEqual(before);
    expect((await room.store.outbox.open()).length).toBe(waiting);
    const [latest] = await room.store.select("sesslog_full", { orderBy: [["seq", "desc"]], limit: 1 });
    expect(await room.store.count("sesslog_full")).toBe(audited + 1);
    expect(latest).toMatchObject({ operation: "RQSB", result: "F" });
    expect(latest?.message).toContain(code);
    expect(JSON.stringify([refusal, latest])).not.toContain("canary");
  });

  test("a disabled recipient gets nothing", async () => {
    await expect(room.submit([create], { recipientKey: room.keyOf("dan") })).rejects.toMatchObject({
      code: "RECIPIENT_UNFIT",
    });
  });

  test("tells every broken rule at once", async () => {
    const refusal = await room
      .submit([
        { ...create, code: "FLY" },
        { ...create, targetSystemKey: "T9" },
      ])
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ details: [{ code: "OPERATION_CODE_UNKNOWN" }, { code: "TARGET_UNKNOWN" }] });
  });
});

describe("a request for nobody", () => {
  const join = { code: "GRUA", targetSystemKey: "T1", accountKey: "nobodys", groupKey: "staff" };
  const boss = () => callerOf({ key: room.keyOf("bob"), id: "bob", superuser: true });
  const ask = (caller = boss()) =>
    invoke(submit, room.context, caller, {
      recipientKey: null,
      operations: [join, { ...create, attributes: { shortId: "backup" } }],
    });

  test("puts an account of nobody into a group, makes accounts of nobody, and stands under the name of who asks", async () => {
    const request = await ask();
    expect(request).toMatchObject({
      status: "W",
      requesterKey: room.keyOf("bob"),
      recipientKey: room.keyOf("bob"),
    });
    const operations = await room.operations(request);
    expect(operations).toMatchObject([
      { code: "GRUA", accountKey: "nobodys" },
      { code: "ACUA", associatedBy: "none" },
    ]);
    const [audit] = await room.store.select("sesslog_full", { where: { batchId: request.key } });
    expect(audit).toMatchObject({ operation: "RQSB", result: "S", recipient: room.keyOf("bob") });
  });

  test("is for superusers, unless a policy lets others ask", async () => {
    const superuser = callerOf({ key: "root", id: "root", superuser: true });
    await invoke(resetPolicy, room.context, superuser, { key: policyOf.create("requests") });
    await expect(ask(room.as("ada"))).rejects.toMatchObject({ code: "FORBIDDEN", target: policyOf.create("requests") });
    await invoke(setPolicy, room.context, superuser, {
      key: policyOf.create("requests"),
      expression: "resource.recipientKey == '' && resource.codes.all(code, code == 'GRUA')",
    });
    const joining = { recipientKey: null, operations: [join] };
    expect(await invoke(submit, room.context, room.as("ada"), joining)).toMatchObject({ status: "W" });
    await expect(room.submit([create])).rejects.toMatchObject({ code: "FORBIDDEN" });
    await letAskForOthers(room.context);
  });
});
