import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { handleMoments, type MomentsOptions } from "#activities/hub/moments.ts";
import { momentLeaseMs } from "#domain/engine-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { serviceTables } from "#operations/tables/service-tables.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

const dayMs = 86_400_000;
const guid = "11111111-1111-4111-8111-111111111111";
let api: TestApi;
let clock: ManualClock;
let boss: Row<"users">;

let isFailing: boolean;

/** Returns a step of leaving; that of delegations fails while the test wants it. */
const faultyStep: typeof serviceTables.leaverStep = async (name) =>
  name === "delegations" && isFailing
    ? { handle: () => Promise.reject(new Error("planted")) }
    : serviceTables.leaverStep(name);

beforeEach(async () => {
  clock = new ManualClock();
  isFailing = false;
  api = await openTestApi({ clock, tables: { ...serviceTables, leaverStep: faultyStep } });
  const { people } = await foundOrganisation(api.context, {
    people: ["boss", "ann", "ben"],
    targets: { T1: [{ authorizers: ["boss"] }], AFTER: [{ authorizers: ["boss"] }] },
  });
  boss = people["boss"] as Row<"users">;
  await api.letIn(...Object.values(people));
});
afterEach(() => api.close());

const send = async (as: string, method: string, path: string, body?: object) => {
  const { json: token } = await api.signIn(as);
  const headers = { authorization: `Bearer ${token.access_token}` };
  return api.send(method, path, { headers, ...(body === undefined ? {} : { body }) });
};
const asRoot = (method: string, path: string, body?: object) => send("root", method, path, body);
const userOf = async (key: string) => (await api.store.get("users", key)) as Row<"users">;
const patch = (key: string, body: object) => asRoot("PATCH", `/v2/users(${key})`, body);
const in_ = (days: number) => new Date(clock.now() + days * dayMs).toISOString();
const options = (): MomentsOptions => ({ context: api.context, signal: new AbortController().signal });

/** Handles what is due, as hubs do, until nothing is. */
async function hub(): Promise<void> {
  for (let handled = 1; handled > 0;) {
    handled = 0;
    for (const kind of ["user", "leavingStep", "request"] as const) handled += await handleMoments(options(), kind);
  }
}

async function advanceDays(days: number): Promise<void> {
  clock.advance(days * dayMs);
  await hub();
}

const findings = async (key: string) =>
  (await invoke(replayRequest, api.context, engineCaller("cli", "test"), { key })).findings;
const signsIn = async (id: string) => (await api.signIn(id)).status === 200;
const audits = async (operation: string) =>
  (await api.store.select("sesslog_full", { where: { operation } })).map(({ recipient, message }) => [
    recipient,
    message,
  ]);
const noticesOf = async (kind: string) =>
  (await api.store.select("notices", { orderBy: [["key", "asc"]] })).filter((one) => one.kind === kind);

describe("writing start, end and sponsor", () => {
  it.each([
    ["a time that is none", { startsAt: "monday" }, "startsAt"],
    ["an end before the start", { startsAt: "2031-01-02T00:00:00Z", endsAt: "2031-01-01T00:00:00Z" }, "endsAt"],
    ["an end at the start", { startsAt: "2031-01-02T00:00:00Z", endsAt: "2031-01-02T00:00:00Z" }, "endsAt"],
    ["a sponsor whom nobody knows", { sponsorKey: guid }, "sponsorKey"],
  ])("refuses %s", async (_name, body, target) => {
    const added = await asRoot("POST", "/v2/users", { id: "new", ...body });
    expect(failure(added)).toEqual(expect.arrayContaining([400, target]));
    expect(await api.store.count("users", { id: "new" })).toBe(0);
  });

  it("refuses oneself, a circle and someone disabled as the sponsor", async () => {
    const ann = await api.addUser("ann2");
    const ben = await api.addUser("ben2", { sponsorKey: ann.key });
    const off = await api.addUser("off", { disabled: true, disabledBy: "administrator" });
    for (const sponsorKey of [ann.key, ben.key, off.key])
      expect(failure(await patch(ann.key, { sponsorKey }))).toEqual(expect.arrayContaining([400, "SPONSOR_UNFIT"]));
    expect((await patch(ann.key, { sponsorKey: boss.key })).status).toBe(204);
    const read = await asRoot("GET", `/v2/users?$filter=sponsorKey%20eq%20${boss.key}&$orderby=endsAt`);
    expect(read.json.value).toMatchObject([{ id: "ann2", sponsorKey: boss.key, startsAt: null, endsAt: null }]);
  });

  it("refuses a start or an end of a superuser, who could lock everyone out", async () => {
    const [root] = await api.store.select("users", { where: { id: "root" } });
    const key = root?.key ?? "";
    for (const body of [{ endsAt: in_(1) }, { startsAt: in_(1) }])
      expect(failure(await patch(key, body))).toEqual(expect.arrayContaining([409, "SUPERUSER_STAYS"]));
    const other = await api.addUser("other", { superuser: true });
    const later = await asRoot("POST", `/v2/users(${other.key})/leave`, { endsAt: in_(1) });
    expect(failure(later)).toContain("SUPERUSER_STAYS");
    expect(failure(await asRoot("POST", `/v2/users(${key})/leave`, {}))).toContain("USER_IS_CALLER");
  });
});

/** Returns the acts of a person that succeed now. */
async function can(id: string, token: string) {
  const { status } = await api.send("GET", "/v2/users", { headers: { authorization: `Bearer ${token}` } });
  return { signsIn: await signsIn(id), usesToken: status === 200 };
}

describe("a person who is hired for next Monday", () => {
  it("signs in at the very start and not before, and a request for the person waits until then", async () => {
    const hire = await api.addUser("hire", { startsAt: clock.now() + 3 * dayMs, managerKey: boss.key });
    expect(await signsIn("hire")).toBe(false);
    const asked = await send("boss", "POST", "/v2/requests", {
      recipientKey: hire.key,
      operations: [{ code: "ACUA", targetSystemKey: "T1" }],
    });
    expect(asked.status).toBe(202);
    const request = asked.json.key as string;
    const row = async () => (await api.store.get("reqbatch", request)) as Row<"reqbatch">;
    expect(await row()).toMatchObject({ status: "W", recipientStartsAt: hire.startsAt });
    const decided = await send("boss", "POST", `/v2/requests(${request})/decide`, { phase: 1, decision: "approve" });
    expect(decided.status).toBe(200);
    expect(await row()).toMatchObject({ status: "S" });
    const explained = await asRoot("GET", `/v2/requests(${request})/explain`);
    expect(explained.json).toMatchObject({ next: "It is approved and begins when its recipient starts." });
    // The start moves later, then earlier: the request follows.
    await patch(hire.key, { startsAt: in_(9) });
    await advanceDays(3);
    expect(await row()).toMatchObject({ status: "S", recipientStartsAt: clock.now() + 6 * dayMs });
    expect(await signsIn("hire")).toBe(false);
    await patch(hire.key, { startsAt: in_(1) });
    await hub();
    expect(await row()).toMatchObject({ status: "S", recipientStartsAt: clock.now() + dayMs });
    clock.advance(dayMs - 1);
    expect(await signsIn("hire")).toBe(false);
    clock.advance(1);
    expect(await signsIn("hire")).toBe(true);
    await hub();
    expect(await api.store.outbox.open()).toContainEqual({ workflowType: "request", workflowId: request });
    expect(await findings(request)).toEqual([]);
  });
});

it("asks nobody as an approver before the start", async () => {
  await patch(boss.key, { startsAt: in_(1) });
  const [ben] = await api.store.select("users", { where: { id: "ben" } });
  const operations = [{ code: "ACUA", targetSystemKey: "T1" }];
  const submit = () => send("ben", "POST", "/v2/requests", { recipientKey: ben?.key, operations });
  const early = await submit();
  expect(await api.store.get("reqbatch", early.json.key)).toMatchObject({ status: "D" });
  clock.advance(dayMs);
  const late = await submit();
  expect(await api.store.get("reqbatch", late.json.key)).toMatchObject({ status: "W" });
});

describe("a contractor", () => {
  it("may do at each step of the stay what the table says", async () => {
    const ann = await api.addUser("contractor", { managerKey: boss.key });
    const { json } = await api.signIn("contractor");
    const token = String(json.access_token);
    const steps: [string, () => Promise<unknown>, object][] = [
      ["without an end", async () => undefined, { signsIn: true, usesToken: true }],
      ["with an end ahead", () => patch(ann.key, { endsAt: in_(0.001) }), { signsIn: true, usesToken: true }],
      ["just before the end", async () => clock.advance(86_399), { signsIn: true, usesToken: true }],
      ["at the end, before a hub looks", async () => clock.advance(1), { signsIn: false, usesToken: false }],
      ["after a hub has looked", hub, { signsIn: false, usesToken: false }],
      ["with a later end, not enabled", () => patch(ann.key, { endsAt: in_(9) }), { signsIn: false, usesToken: false }],
      ["enabled again", () => asRoot("POST", `/v2/users(${ann.key})/enable`, {}), { signsIn: true, usesToken: false }],
    ];
    for (const [name, step, expected] of steps) {
      await step();
      expect([name, await can("contractor", token)]).toEqual([name, expected]);
    }
  });

  it("is told of the end once, as are the sponsor and the manager, and again of another end", async () => {
    const ann = await api.addUser("told", { managerKey: boss.key });
    const [sponsor] = await api.store.select("users", { where: { id: "ben" } });
    await patch(ann.key, { endsAt: in_(20), sponsorKey: sponsor?.key });
    await hub();
    expect(await noticesOf("endsSoon")).toEqual([]);
    await advanceDays(6);
    const told = await noticesOf("endsSoon");
    expect(told.map(({ userKey }) => userKey).toSorted()).toEqual([ann.key, boss.key, sponsor?.key].toSorted());
    expect(told[0]?.facts).toEqual({ leaverKey: ann.key, days: 14 });
    await advanceDays(1);
    expect(await noticesOf("endsSoon")).toHaveLength(3);
    const extended = await send("ben", "POST", `/v2/users(${ann.key})/extend`, { endsAt: in_(15) });
    expect(extended.json).toMatchObject({ key: ann.key, endsAt: in_(15) });
    await advanceDays(1);
    expect(await noticesOf("endsSoon")).toHaveLength(6);
  });

  it("is extended by the sponsor, the manager or a superuser, later than now and never after the end", async () => {
    const ann = await api.addUser("extended", { endsAt: clock.now() + dayMs, managerKey: boss.key });
    const extend = (as: string, endsAt: string) => send(as, "POST", `/v2/users(${ann.key})/extend`, { endsAt });
    expect(failure(await extend("extended", in_(5)))).toContain(403);
    expect(failure(await extend("ben", in_(5)))).toContain(403);
    expect(failure(await extend("boss", in_(0.5)))).toEqual(expect.arrayContaining([400, "STAY_UNFIT"]));
    expect((await extend("boss", in_(2))).status).toBe(200);
    expect(await audits("USEX")).toContainEqual([ann.key, in_(2)]);
    await advanceDays(2);
    expect(failure(await extend("boss", in_(5)))).toEqual(expect.arrayContaining([409, "USER_HAS_LEFT"]));
    expect(failure(await asRoot("POST", `/v2/users(${ann.key})/enable`, {}))).toContain("USER_HAS_LEFT");
  });
});

describe("a leaver", () => {
  const request = (as: string, recipientKey: string, targetSystemKey: string) =>
    send(as, "POST", "/v2/requests", { recipientKey, operations: [{ code: "ACUA", targetSystemKey }] });
  const stepsOf = async (key: string) => {
    const { json } = await asRoot("GET", `/v2/users(${key})/leaving?$orderby=step`);
    return Object.fromEntries(json.value.map((one: Row<"leavingSteps">) => [one.step, [one.state, one.items]]));
  };

  it("leaves no open request, decision or delegation, and every step is shown and audited once", async () => {
    const [ann] = (await api.store.select("users", { where: { id: "ann" } })) as [Row<"users">];
    const above = await api.addUser("above");
    await patch(boss.key, { managerKey: above.key });
    const own = await request("ann", ann.key, "T1");
    await send("boss", "POST", "/v2/delegations", { delegatorKey: null, delegateId: "ann", reason: "away" });
    const waiting = await request(
      "ben",
      (await api.store.select("users", { where: { id: "ben" } }))[0]?.key ?? "",
      "AFTER",
    );
    await hub();
    // The approver of both leaves first: the manager above decides.
    expect((await asRoot("POST", `/v2/users(${boss.key})/leave`, {})).json).toMatchObject({ left: true });
    expect(await stepsOf(boss.key)).toMatchObject({
      signIn: ["done", 1],
      requests: ["open", 0],
      decisions: ["open", 0],
    });
    await hub();
    const asked = await api.store.select("requestAuthorizers", { where: { requestKey: waiting.json.key } });
    expect(asked.map(({ userKey }) => userKey)).toEqual([above.key]);
    expect(await stepsOf(boss.key)).toEqual({
      signIn: ["done", 1],
      requests: ["done", 0],
      decisions: ["done", 2],
      delegations: ["done", 1],
      checkouts: ["done", 0],
      passwords: ["done", 0],
      access: ["done", 0],
      sponsored: ["done", 0],
    });
    expect(await audits("USLS")).toHaveLength(7);
    expect(await userOf(boss.key)).toMatchObject({ disabled: true, disabledBy: "leaving", endsAt: clock.now() });
    // Then the requester of one.
    await asRoot("POST", `/v2/users(${ann.key})/leave`, {});
    await hub();
    const cancelled = await api.store.get("reqbatch", own.json.key);
    expect(cancelled).toMatchObject({ status: "K" });
    expect((await noticesOf("ended")).map(({ userKey, facts }) => [userKey, facts])).toEqual([
      [ann.key, { outcome: "K", because: "partyLeft" }],
    ]);
    for (const { json } of [own, waiting]) expect(await findings(json.key)).toEqual([]);
  });

  it("without anyone above goes from the phase, which ends by its rule for too few authorizers", async () => {
    const asked = await request("ben", (await api.store.select("users", { where: { id: "ben" } }))[0]?.key ?? "", "T1");
    await asRoot("POST", `/v2/users(${boss.key})/leave`, {});
    await hub();
    expect(await api.store.get("reqbatch", asked.json.key)).toMatchObject({ status: "D" });
    expect(await findings(asked.json.key)).toEqual([]);
  });

  it("leaves on a day that can be moved, and the manager of the leaver does not approve for themselves", async () => {
    const [ann] = (await api.store.select("users", { where: { id: "ann" } })) as [Row<"users">];
    await patch(boss.key, { managerKey: ann.key });
    const own = await request("ann", ann.key, "T1");
    const planned = await asRoot("POST", `/v2/users(${boss.key})/leave`, { endsAt: in_(2) });
    expect(planned.json).toMatchObject({ left: false, endsAt: in_(2) });
    await advanceDays(1);
    expect(await signsIn("boss")).toBe(true);
    await patch(boss.key, { endsAt: in_(3) });
    await advanceDays(2);
    expect(await signsIn("boss")).toBe(true);
    await advanceDays(1);
    expect(await signsIn("boss")).toBe(false);
    expect(await audits("USLV")).toContainEqual([boss.key, "the end has come"]);
    const asked = await api.store.select("requestAuthorizers", { where: { requestKey: own.json.key } });
    expect(asked.map(({ userKey }) => userKey)).not.toContain(ann.key);
    expect(await api.store.get("reqbatch", own.json.key)).toMatchObject({ status: "D" });
  });

  it("who returns is the same user, with nothing of the old access, and open steps are stopped", async () => {
    const ann = await api.addUser("returning", { endsAt: clock.now() + dayMs });
    await request("returning", ann.key, "T1");
    clock.advance(dayMs);
    // The hub is killed between the steps: only the end has been seen.
    await handleMomentsOf(ann.key);
    expect(await stepsOf(ann.key)).toMatchObject({ signIn: ["done", 1], requests: ["open", 0] });
    await patch(ann.key, { startsAt: in_(1), endsAt: null });
    expect((await asRoot("POST", `/v2/users(${ann.key})/enable`, {})).status).toBe(200);
    expect(await stepsOf(ann.key)).toMatchObject({ requests: ["stopped", 0], decisions: ["stopped", 0] });
    expect(await signsIn("returning")).toBe(false);
    await advanceDays(1);
    expect(await signsIn("returning")).toBe(true);
    expect(await userOf(ann.key)).toMatchObject({ id: "returning", disabled: false, disabledBy: null });
    expect(await stepsOf(ann.key)).toMatchObject({ requests: ["stopped", 0] });
  });

  it("is left by a step that fails until it succeeds, and the step delays no other", async () => {
    const ann = await api.addUser("failing");
    isFailing = true;
    await asRoot("POST", `/v2/users(${ann.key})/leave`, {});
    await hub();
    expect(await stepsOf(ann.key)).toMatchObject({ requests: ["done", 0], delegations: ["open", 0] });
    isFailing = false;
    await hub();
    expect(await stepsOf(ann.key)).toMatchObject({ delegations: ["open", 0] });
    clock.advance(momentLeaseMs);
    await hub();
    expect(await stepsOf(ann.key)).toMatchObject({ delegations: ["done", 0] });
    expect(await audits("USLS")).toHaveLength(7);
  });

  it("who has returned and leaves again goes through every step again, each once", async () => {
    const ann = await api.addUser("twice");
    for (let time = 1; time <= 2; time += 1) {
      await asRoot("POST", `/v2/users(${ann.key})/leave`, {});
      await hub();
      await hub();
      expect(await audits("USLS")).toHaveLength(7 * time);
      clock.advance(1000);
      await patch(ann.key, { endsAt: null });
      await asRoot("POST", `/v2/users(${ann.key})/enable`, {});
      await hub();
    }
    expect(await signsIn("twice")).toBe(true);
  });

  it("hands the people whom the leaver sponsors over to the manager", async () => {
    const leaver = await api.addUser("sponsor", { managerKey: boss.key });
    const guest = await api.addUser("guest", { sponsorKey: leaver.key });
    const report = await api.addUser("lead", { sponsorKey: guest.key });
    await asRoot("POST", `/v2/users(${leaver.key})/leave`, {});
    await hub();
    expect((await userOf(guest.key)).sponsorKey).toBe(boss.key);
    expect((await userOf(report.key)).sponsorKey).toBe(guest.key);
  });
});

/** Handles only the moment of a user, as a hub that is killed right after it. */
async function handleMomentsOf(key: string): Promise<void> {
  await api.store.transaction(() => api.store.moments.set({ key, kind: "user", at: clock.now() }));
  await handleMoments(options(), "user");
}

describe("a mover", () => {
  it("is noticed when the manager changes: the new manager is told, and it is audited once", async () => {
    const ann = await api.addUser("mover");
    await patch(ann.key, { managerKey: null });
    await hub();
    const [ben] = (await api.store.select("users", { where: { id: "ben" } })) as [Row<"users">];
    await patch(ann.key, { managerKey: ben.key });
    await hub();
    await hub();
    expect((await noticesOf("moved")).map(({ userKey, facts }) => [userKey, facts])).toEqual([
      [ben.key, { moverKey: ann.key }],
    ]);
    expect(await audits("USMV")).toEqual([[ann.key, "managerKey"]]);
    expect((await send("ben", "GET", `/v2/users(${ann.key})`)).status).toBe(200);
    expect((await send("ann", "GET", `/v2/users(${ann.key})`)).status).toBe(403);
  });
});
