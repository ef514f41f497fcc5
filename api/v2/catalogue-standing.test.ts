import { afterAll, beforeAll, expect, it } from "vitest";

import { itemsStandingMax } from "#domain/catalogue-limits.ts";
import type { TestAnswer } from "#test/support/api.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

let api: RequestApi;
const keyOfGroup = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-${digit.repeat(12)}`;
const [direct, nested, hidden, other, closed] = ["1", "2", "3", "4", "5"].map(keyOfGroup) as [
  string,
  string,
  string,
  string,
  string,
];
const all = [direct, nested, hidden, other, closed, "T1", "T2"];

beforeAll(async () => {
  api = await openRequestApi({ people: ["ada", "bob", "eve"], targets: { T1: [{ authorizers: ["bob"] }], T2: [] } });
  const { store } = api;
  await store.transaction(async () => {
    for (const [key, shortId] of Object.entries({ [direct]: "a", [nested]: "b", [hidden]: "c", [other]: "d" }))
      await saveGroup(key, shortId, shortId === "c");
    await saveGroup(closed, "e", false);
    await store.save("groups", { key: closed, phaseInheritance: "none" });
    await store.save("users", { key: api.keyOf("ada"), managerKey: api.keyOf("bob") });
    await store.save("accounts", {
      key: keyOfGroup("6"),
      targetSystemKey: "T1",
      shortId: "ada",
      longId: "ada",
      displayId: "ada",
      stableId: "ada",
      userKey: api.keyOf("ada"),
    });
    const account = { accountKey: keyOfGroup("6") };
    await store.save("groupMemberships", { key: keyOfGroup("7"), groupKey: direct, ...account });
    await store.save("groupMemberships", { key: keyOfGroup("8"), groupKey: nested, throughGroup: "a", ...account });
  });
});
afterAll(() => api.close());

function saveGroup(key: string, shortId: string, membersHidden: boolean) {
  const names = { shortId, longId: shortId, displayId: shortId, stableId: shortId };
  return api.store.save("groups", { key, targetSystemKey: "T1", ...names, managed: true, membersHidden });
}

const ask = (as: string, body: object) => api.call("POST", "/v2/catalogueItems/standing", as, body);
const failure = ({ status, json }: TestAnswer) => [status, json.error?.code];
const heldIn = ({ json }: TestAnswer) =>
  Object.fromEntries(json.items.map(({ key, held }: { key: string; held: string }) => [key, held]));

it.each([
  ["no keys", {}, 400, "INPUT_INVALID"],
  ["an empty list", { keys: [] }, 400, "INPUT_INVALID"],
  [
    "too many keys",
    { keys: Array.from({ length: itemsStandingMax + 1 }, (_, index) => `T${index}`) },
    400,
    "INPUT_INVALID",
  ],
  ["what it does not know", { keys: all, userKey: "x" }, 400, "INPUT_INVALID"],
])("refuses %s", async (_what, body, status, code) => {
  expect(failure(await ask("ada", body))).toEqual([status, code]);
});

it("tells callers of those for whom they may submit requests, and of nobody else", async () => {
  const forAda = { recipientKey: api.keyOf("ada"), keys: all };
  expect(failure(await ask("eve", forAda))).toEqual([403, "FORBIDDEN"]);
  expect(failure(await ask("eve", { recipientKey: keyOfGroup("9"), keys: all }))).toEqual([403, "FORBIDDEN"]);
  const root = { as: "root", body: { ...forAda, recipientKey: keyOfGroup("9") } };
  expect(failure(await api.send("POST", "/v2/catalogueItems/standing", root))).toEqual([400, "RECIPIENT_UNKNOWN"]);
  expect(heldIn(await ask("bob", forAda))).toEqual(heldIn(await ask("ada", { keys: all })));
  expect(heldIn(await ask("bob", { keys: all }))).toMatchObject({ [direct]: "no", [hidden]: "no", T1: "no" });
});

it("tells what somebody has: directly, through another group, or not for certain; of items that the caller may see", async () => {
  const answer = await ask("ada", { keys: [...all, "NOTHING", direct] });
  expect(answer.json.recipientKey).toBe(api.keyOf("ada"));
  expect(heldIn(answer)).toEqual({
    [direct]: "yes",
    [nested]: "indirectly",
    [hidden]: "unknown",
    [other]: "no",
    T1: "yes",
    T2: "no",
  });
});

it("tells what is requested for somebody, and by which request, as long as that is open", async () => {
  const join = { code: "GRUA", targetSystemKey: "T1", groupKey: other, accountKey: keyOfGroup("6") };
  const body = { recipientKey: api.keyOf("ada"), operations: [join] };
  const { json: request } = await api.call("POST", "/v2/requests", "bob", body);
  const { json } = await ask("ada", { keys: [other, direct] });
  expect(json.items).toEqual([
    { key: direct, held: "yes", requestKey: null, requestNumber: null },
    { key: other, held: "no", requestKey: request.key, requestNumber: request.number },
  ]);
  expect((await ask("bob", { keys: [other] })).json.items[0].requestKey).toBeNull();
  expect((await api.call("POST", `/v2/requests(${request.key})/cancel`, "bob", {})).status).toBe(200);
  expect((await ask("ada", { keys: [other] })).json.items[0].requestKey).toBeNull();
});

it("warns in the answer to a request of what its recipient has already", async () => {
  const operations = [
    { code: "GRUA", targetSystemKey: "T1", groupKey: other, accountKey: keyOfGroup("6") },
    { code: "GRUA", targetSystemKey: "T1", groupKey: direct, accountKey: keyOfGroup("6") },
  ];
  const body = { recipientKey: api.keyOf("ada"), operations };
  const { status, json } = await api.call("POST", "/v2/requests", "ada", body);
  expect([status, json.alreadyHeld]).toEqual([202, [2]]);
  const { json: seen } = await api.call("GET", `/v2/requests(${json.key})?$select=risks`, "bob");
  expect(seen.risks).toContain("alreadyHeld");
});
