import { afterEach, beforeEach, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";

import { openRequestApi, type RequestApi } from "../support/request-api.ts";

const dayMs = 86_400_000;
const people = ["root1", "boss", "cleo", "ann"];
let api: RequestApi;
let hireKey: string;
let token: string;

beforeEach(async () => {
  // The hire approves what is asked for on DESK.
  api = await openRequestApi({
    people: [...people, "hire"],
    targets: { T1: [{ authorizers: ["boss"] }], DESK: [{ authorizers: ["hire"] }] },
  });
  hireKey = api.keyOf("hire");
  token = "none";
  await api.store.transaction(async () => {
    await api.store.save("users", { key: api.keyOf("root1"), superuser: true });
    await api.store.save("groups", {
      key: "sales",
      targetSystemKey: "T1",
      stableId: "sales",
      longId: "sales",
      shortId: "sales",
      displayId: "sales",
      managed: true,
    });
  });
});
afterEach(() => api.close());

/** Handles what is due, as hubs do, until nothing is. */
async function hub(): Promise<void> {
  const options = { context: api.context, signal: new AbortController().signal };
  for (let handled = 1; handled > 0;) {
    handled = 0;
    for (const kind of ["user", "leavingStep", "moveReview", "grant", "request"] as const)
      handled += await handleMoments(options, kind);
  }
}
async function days(count: number): Promise<void> {
  api.clock.advance(count * dayMs);
  await hub();
}
const in_ = (count: number) => new Date(api.clock.now() + count * dayMs).toISOString();
async function change(body: object): Promise<void> {
  const changed = await api.call("PATCH", `/v2/users(${hireKey})`, "root1", body);
  expect(changed.status, changed.text).toBe(204);
  await hub();
}
const post = (path: string, as: string, body: object = {}) => api.call("POST", path, as, body);

/** Continues a request that is performed until all of its operations have succeeded, as its workflow and its proxy do. */
async function perform(request: { readonly key: string }, object: object = {}): Promise<void> {
  await api.step(request);
  for (const { key, result } of await api.operations(request))
    if (result === "P") await api.answer(key, { result: "S", ...object });
  await api.step(request);
}

/** Reports what the person may do now: sign in, use a token of before, and approve what others ask for; and what the person has. */
async function can() {
  const signedIn = await api.signIn("hire");
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await api.send("GET", "/v2/requests", { headers });
  const operations = [{ code: "ACUA", targetSystemKey: "DESK" }];
  const { json: asked } = await post("/v2/requests", "ann", { recipientKey: api.keyOf("ann"), operations });
  const isAsked = (await api.store.count("requestAuthorizers", { requestKey: asked.key, userKey: hireKey })) > 0;
  if (isAsked) await post(`/v2/requests(${asked.key})/cancel`, "ann");
  const grants = await api.store.select("grants", { where: { userKey: hireKey, endedAt: null } });
  if (signedIn.status === 200) token = String(signedIn.json.access_token);
  return {
    signsIn: signedIn.status === 200,
    usesToken: status === 200,
    approves: isAsked,
    has: grants.map(({ groupName, accountName }) => groupName ?? accountName).toSorted(),
  };
}

test("a person's life: at each step the person may do what the table says", async () => {
  let account = { key: "" };
  const ask = async (operation: object, approver: string) => {
    const { json } = await post("/v2/requests", "boss", { recipientKey: hireKey, operations: [operation] });
    const { status } = await post(`/v2/requests(${json.key})/decide`, approver, { phase: 1, decision: "approve" });
    expect(status).toBe(200);
    return { key: String(json.key) };
  };
  let first = { key: "" };
  const nobody = { signsIn: false, usesToken: false, approves: false };
  const steps: readonly (readonly [string, () => Promise<unknown>, object])[] = [
    [
      "hired for next Monday, with an approved request that waits",
      async () => {
        await change({ startsAt: in_(7), managerKey: api.keyOf("boss") });
        first = await ask({ code: "ACUA", targetSystemKey: "T1" }, "boss");
        expect(await api.row(first)).toMatchObject({ status: "S" });
      },
      { ...nobody, has: [] },
    ],
    ["the day before", () => days(6), { ...nobody, has: [] }],
    ["on Monday", () => days(1), { signsIn: true, usesToken: false, approves: true, has: [] }],
    [
      "with the account that was requested before",
      () => perform(first, { object: { id: "1", name: "hire", attributes: {} } }),
      { signsIn: true, usesToken: true, approves: true, has: ["hire"] },
    ],
    [
      "a contractor with an end and a sponsor, in a group",
      async () => {
        await change({ endsAt: in_(90), sponsorKey: api.keyOf("boss") });
        [account = account] = await api.store.select("accounts", { where: { userKey: hireKey } });
        const code = { code: "GRUA", targetSystemKey: "T1", accountKey: account.key, groupKey: "sales" };
        await perform(await ask(code, "boss"));
      },
      { signsIn: true, usesToken: true, approves: true, has: ["hire", "sales"] },
    ],
    [
      "moved: all is kept until the new manager has answered",
      () => change({ managerKey: api.keyOf("cleo") }),
      { signsIn: true, usesToken: true, approves: true, has: ["hire", "sales"] },
    ],
    [
      "reviewed: the new manager keeps the account and ends the group",
      async () => {
        const [review] = await api.store.select("moveReviews", { where: { state: "open" } });
        expect(review).toMatchObject({ userKey: hireKey, reviewerKey: api.keyOf("cleo") });
        const items = await api.store.select("moveReviewItems", { where: { kind: "membership" } });
        const path = `/v2/moveReviews(${review?.key})/answer`;
        const end = { answer: "end", items: items.map(({ key }) => key), reason: "not in sales" };
        expect((await post(path, "boss", end)).status).toBe(403);
        expect((await post(path, "cleo", end)).status).toBe(200);
        expect((await post(path, "cleo", { answer: "keep" })).json).toMatchObject({ state: "done" });
        await hub();
        const [ending] = await api.store.select("requestOperations", { where: { code: "GRUD" } });
        await perform({ key: ending?.requestKey ?? "" });
      },
      { signsIn: true, usesToken: true, approves: true, has: ["hire"] },
    ],
    ["the day before the end", () => days(89), { signsIn: true, approves: true, has: ["hire"] }],
    ["left: at the end, before a hub looks", async () => api.clock.advance(dayMs), nobody],
    ["left: after every step of leaving", hub, nobody],
    [
      "returned, with a start ahead",
      async () => {
        await change({ endsAt: null, startsAt: in_(2) });
        expect((await post(`/v2/users(${hireKey})/enable`, "root1")).status).toBe(200);
        await hub();
      },
      nobody,
    ],
    ["returned: at the start", () => days(2), { signsIn: true, usesToken: false, approves: true }],
  ];
  for (const [name, step, expected] of steps) {
    await step();
    expect({ step: name, ...(await can()) }).toMatchObject({ step: name, ...expected });
  }
  const [user] = await api.store.select("users", { where: { id: "hire" } });
  expect(user).toMatchObject({ key: hireKey, disabled: false });
  const moved = await api.store.select("sesslog_full", { where: { operation: "USMV" } });
  expect(moved.map(({ recipient, message }) => [recipient, message])).toEqual([[hireKey, "managerKey"]]);
});
