import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { verifyAudit } from "#operations/audit/verify-audit.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { openRequestApi, type RequestApi } from "../support/request-api.ts";

const join = { code: "GRUA", targetSystemKey: "T1", groupKey: "finance", accountKey: "mine" };
const change = { code: "UPDA", targetSystemKey: "T1", accountKey: "mine", attributes: { mail: "ada@example.test" } };
const joinWords = 'add to group, group "Finance", account "ada.abel", on T1 "Our directory"';
const changeWords = 'update attributes, account "ada.abel", on T1 "Our directory"';
const both = `${joinWords}; ${changeWords}`;
let room: RequestApi;

/** Renames the group and the account. */
const rename = (group: string, account: string) =>
  room.store.transaction(async () => {
    await room.store.save("groups", { key: "finance", displayId: group });
    await room.store.save("accounts", { key: "mine", shortId: account });
  });

beforeAll(async () => {
  const people = ["ada", "bob", "cy", "dan"];
  room = await openRequestApi({ people, targets: { T1: [{ authorizers: ["bob"] }] } });
  const { store } = room;
  const named = (id: string) => ({ targetSystemKey: "T1", longId: id, shortId: id, displayId: id, stableId: id });
  await store.transaction(async () => {
    await store.save("targetSystems", { id: "T1", description: "Our directory" });
    await store.save("users", { key: room.keyOf("dan"), superuser: true });
    await store.save("accounts", { ...named("ada.abel"), key: "mine", userKey: room.keyOf("ada") });
    await store.save("groups", { ...named("Finance"), key: "finance", managed: true });
  });
});
afterAll(() => room.close());
afterEach(() => rename("Finance", "ada.abel"));

/** Returns the code, the result and the requested object of audit rows, as an auditor reads them. */
async function read(query: string) {
  const { json } = await room.call("GET", `/v2/sessionLogData?${query}&$orderby=key`, "dan");
  const rows = json.value as { operation: string; result: string; requested: string | null }[];
  return rows.map(({ operation, result, requested }) => [operation, result, requested]);
}
const readOf = (key: string) => read(`$filter=batchId eq '${key}'`);
const post = (as: string, key: string, action: string, body: object) =>
  room.call("POST", `/v2/requests(${key})/${action}`, as, body);
const decide = async (as: string, key: string, part: object) =>
  expect((await post(as, key, "decide", { phase: 1, ...part })).status).toBe(200);

it("tells which group, account and target system each row about a request is about, and of a decision about one operation this one alone", async () => {
  const { key } = await room.submit([join, change]);
  // A renamed object is recorded with its name at the time of the request.
  await rename("Money", "ada.able");
  expect((await post("cy", key, "decide", { phase: 1, decision: "deny", operations: [2] })).status).toBe(403);
  const { json } = await post("bob", key, "decide", { phase: 1, decision: "approve", operations: [1] });
  expect(json.operations).toEqual([1]);
  await decide("bob", key, { decision: "deny" });
  const [first] = await room.operations({ key });
  await room.step({ key });
  await room.answer(first?.key ?? "", { result: "S" });
  await room.step({ key }, { ended: [{ operationKeys: [first?.key ?? ""], failure: null }] });
  expect(await readOf(key)).toEqual([
    ["RQSB", "S", both],
    ["RQDC", "F", changeWords],
    ["RQDC", "S", joinWords],
    ["RQDC", "S", changeWords],
    ["PXHO", "S", joinWords],
    ["GRUA", "S", joinWords],
    ["RQEN", "F", both],
  ]);
});

it("tells it of an override, of what is said, and of a cancellation", async () => {
  const overridden = await room.submit([join, change], { reason: "one" });
  expect((await post("bob", overridden.key, "comment", { text: "why?" })).status).toBe(200);
  await decide("bob", overridden.key, { decision: "approve", operations: [2] });
  const override = { phase: 1, decision: "deny", comment: "not now" };
  expect((await post("dan", overridden.key, "override", override)).status).toBe(200);
  const cancelled = await room.submit([join]);
  expect((await post("ada", cancelled.key, "cancel", {})).status).toBe(200);
  expect(await readOf(overridden.key)).toEqual([
    ["RQSB", "S", both],
    ["RQCM", "S", both],
    ["RQDC", "S", changeWords],
    ["RQEN", "F", both],
    ["RQOV", "S", both],
  ]);
  expect(await readOf(cancelled.key)).toEqual([
    ["RQSB", "S", joinWords],
    ["RQEN", "S", joinWords],
    ["RQCN", "S", joinWords],
  ]);
});

it("is found by the names, and covered by the chain", async () => {
  const found = await read(`$filter=contains(requested,'Finance') and operation eq 'RQCN'`);
  expect(found).toEqual([["RQCN", "S", joinWords]]);
  expect((await read("$search=Finance&$filter=operation eq 'RQCN'")).length).toBe(1);
  while ((await room.store.auditChain.extend()) > 0);
  const verdict = await invoke(verifyAudit, room.context, engineCaller("cli", "check"), {});
  expect(verdict).toMatchObject({ found: 0, findings: [] });
});
