import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { createRandom } from "#domain/random.fixture.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { votesOf } from "#operations/approvals/authorize-subject.ts";
import { undecidedIn } from "#operations/approvals/judge-phase.ts";
import { RequestSubject } from "#operations/requests/engine/request-subject.ts";
import { testPublicAddress } from "#test/support/api.ts";
import { historyClasses, historyTargets, liveHistory } from "#test/support/random-history.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const dayMs = 24 * 3_600_000;
let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({
    people: ["ada", "bob", "cy", "dan"],
    classes: historyClasses,
    targets: {
      ...historyTargets,
      ONE: [{ authorizers: ["bob", "cy"], minApprovals: 2 }, { authorizers: ["dan"] }],
    },
  });
});
afterAll(() => api.close());

const get = (path: string, as: string) => api.call("GET", `/v2/requests${path}`, as);
const keysOf = async (path: string, as: string) =>
  (await get(path, as)).json.value.map(({ key }: { key: string }) => key);
const waitingFor = (id: string) => keysOf("/waitingForMe", id);
const create = [{ code: "ACUA", targetSystemKey: "ONE" }];
const decide = (key: string, id: string, phase: number, decision = "approve") =>
  api.decide(id, { key }, { phase, decision });

describe("/v2/requests/waitingForMe", () => {
  let first: string;
  let second: string;
  beforeEach(async () => {
    for (const { key } of await api.store.select("reqbatch", { where: { active: true } }))
      await api.call("POST", `/v2/requests(${key})/cancel`, "ada");
    first = (await api.submit(create, { reason: "the first" })).key;
    api.clock.advance(1);
    second = (await api.submit(create)).key;
  });

  it("gives the requests whose open phase waits for the caller's answer, and to nobody else's", async () => {
    for (const id of ["bob", "cy"]) expect((await waitingFor(id)).toSorted()).toEqual([first, second].toSorted());
    for (const id of ["ada", "dan", "root"]) expect(await waitingFor(id)).toEqual([]);
    await decide(first, "bob", 1);
    expect(await waitingFor("bob")).toEqual([second]);
    expect(await waitingFor("cy")).toHaveLength(2);
  });

  it("follows the phases: the next one waits for its own people, and a denied one for nobody", async () => {
    await decide(first, "bob", 1);
    await decide(first, "cy", 1);
    expect(await waitingFor("dan")).toEqual([first]);
    expect(await waitingFor("cy")).toEqual([second]);
    await decide(second, "cy", 1, "abstain");
    expect(await waitingFor("bob")).toEqual([]);
    await decide(first, "dan", 2, "deny");
    expect(await waitingFor("dan")).toEqual([]);
  });

  it("gives what was sent back to its requester, who is reminded of it, until it is resubmitted, is cancelled or has expired", async () => {
    const back = (key: string) =>
      api.call("POST", `/v2/requests(${key})/sendBack`, "bob", { phase: 1, comment: "which mail?" });
    for (const key of [first, second]) expect((await back(key)).status).toBe(200);
    expect((await waitingFor("ada")).toSorted()).toEqual([first, second].toSorted());
    expect([await waitingFor("bob"), await waitingFor("cy")]).toEqual([[], []]);
    expect((await get(`(${first})?$select=waitsForMe`, "ada")).json.waitsForMe).toBe(true);

    const reminders = async () => {
      await handleMoments({ context: api.context, signal: new AbortController().signal });
      const { json } = await api.call("GET", `/v2/notices?$filter=kind in ('reminded','stillSentBack')`, "root");
      return json.value.map(({ kind, userKey, requestKey }: Record<string, string>) => [kind, userKey, requestKey]);
    };
    api.clock.advance(dayMs - 1);
    expect(await reminders()).toEqual([]);
    const { json } = await get(`(${first})/explain`, "ada");
    expect(Date.parse(json.nextReminderAt)).toBe(api.clock.now() + 1);
    api.clock.advance(1);
    const expected = [first, second].map((key) => ["stillSentBack", api.keyOf("ada"), key]);
    expect((await reminders()).toSorted()).toEqual(expected.toSorted());
    expect(await reminders()).toHaveLength(2);
    const explained = (await get(`(${first})/explain`, "ada")).json.waitsFor;
    expect(explained).toMatchObject([{ userKey: api.keyOf("ada"), remindedAt: expect.any(String) }]);

    await api.call("POST", `/v2/requests(${first})/resubmit`, "ada", { comment: "as it is" });
    await api.call("POST", `/v2/requests(${second})/cancel`, "ada");
    expect([await waitingFor("ada"), await waitingFor("bob")]).toEqual([[], [first]]);
    await back(first);
    expect(await waitingFor("ada")).toEqual([first]);
    api.clock.advance(31 * dayMs);
    await reminders();
    expect([await waitingFor("ada"), (await api.row({ key: first })).status]).toEqual([[], "E"]);
  });

  it("gives none that was cancelled", async () => {
    await api.call("POST", `/v2/requests(${first})/cancel`, "ada");
    expect(await waitingFor("bob")).toEqual([second]);
  });

  it("takes the options of the set, and tells entities as the set does", async () => {
    const { status, json } = await get(
      "/waitingForMe?$orderby=createdAt desc&$expand=recipient($select=id)&$count=true",
      "bob",
    );
    expect([status, json["@odata.context"], json["@odata.count"]]).toEqual([
      200,
      `${testPublicAddress}/v2/$metadata#requests(recipient(id))`,
      2,
    ]);
    expect(json.value).toMatchObject([
      { key: second, recipient: { id: "ada" } },
      { key: first, recipient: { id: "ada" } },
    ]);
    expect(await keysOf("/waitingForMe?$filter=reason eq 'the first'", "bob")).toEqual([first]);
    expect((await get("/waitingForMe/$count?$search=first", "bob")).text).toBe("1");
    const full = await api.call("GET", "/v2/requests/waitingForMe?$top=1", "bob", undefined, {
      accept: "application/json;odata.metadata=full",
    });
    expect(full.json.value[0]["@odata.id"]).toBe(`${testPublicAddress}/v2/requests(${full.json.value[0].key})`);
    expect((await get("/waitingForMe?$filter=nothing eq 1", "bob")).json.error.code).toBe("PROPERTY_UNKNOWN");
    expect((await get("/waitingForMe(1)", "bob")).json.error.code).toBe("ADDRESS_INVALID");
    expect((await api.call("POST", "/v2/requests/waitingForMe", "bob", {})).status).toBe(405);
  });

  it.each([
    ["operations/any(o: o/targetSystemKey eq 'ONE')", "operations/any(o: o/targetSystemKey eq 'TWO')"],
    ["operations/any(o: o/code eq 'ACUA')", "operations/any(o: o/code eq 'DELU')"],
    ["contains(tolower(requester/id),'ad')", "contains(tolower(requester/id),'da,')"],
    ["contains(tolower(recipient/displayName),'a')", "contains(tolower(recipient/displayName),'dan')"],
    ["requesterKey eq recipientKey", "requesterKey ne recipientKey"],
    ["sentBackAt eq null", "sentBackAt ne null"],
    ["expiresAt lt now() add duration'P90D'", "expiresAt lt now()"],
  ])("is filtered by %s", async (holds, fails) => {
    const found = (filter: string) => keysOf(`/waitingForMe?$filter=${encodeURIComponent(filter)}`, "bob");
    expect((await found(holds)).toSorted()).toEqual([first, second].toSorted());
    expect(await found(fails)).toEqual([]);
  });

  it("is paged by links of its own", async () => {
    const page = await api.call("GET", "/v2/requests/waitingForMe", "bob", undefined, { prefer: "maxpagesize=1" });
    const link = String(page.json["@odata.nextLink"]);
    expect(link).toMatch(/^https:[^?]*\/v2\/requests\/waitingForMe\?\$skiptoken=/);
    const next = await api.call("GET", link.slice(testPublicAddress.length), "bob");
    const keys = [...page.json.value, ...next.json.value].map(({ key }: { key: string }) => key);
    expect(keys.toSorted()).toEqual([first, second].toSorted());
    expect(next.json["@odata.nextLink"]).toBeUndefined();
    const elsewhere = link.slice(testPublicAddress.length).replace("/waitingForMe", "");
    expect((await api.call("GET", elsewhere, "bob")).status).toBe(400);
  });

  it("is a composable function of the set in $metadata", async () => {
    const { text } = await api.call("GET", "/v2/$metadata", "bob");
    expect(text).toMatch(
      /<Function Name="waitingForMe" IsBound="true" IsComposable="true" EntitySetPath="it"><Parameter Name="it" Type="Collection\([\w.]+\.Request\)"[^>]*\/><ReturnType Type="Collection\([\w.]+\.Request\)"\/>/,
    );
  });
});

describe("waitsForMe", () => {
  it("is told of a request where it is named, to each caller for themselves", async () => {
    const { key } = await api.submit(create);
    const asked = async (id: string) => (await get(`(${key})?$select=key,waitsForMe`, id)).json.waitsForMe;
    expect([await asked("bob"), await asked("ada"), await asked("root")]).toEqual([true, false, false]);
    expect((await get(`(${key})/waitsForMe`, "bob")).json.value).toBe(true);
    expect((await get(`(${key})/waitsForMe/$value`, "ada")).text).toBe("false");
    expect((await get(`(${key})`, "bob")).json).not.toHaveProperty("waitsForMe");
    await decide(key, "bob", 1);
    expect(await asked("bob")).toBe(false);
  });

  it("can be filtered by in every way, also beside others and over navigations, and orders nothing", async () => {
    const waiting = (await waitingFor("cy")).toSorted();
    const others = (await keysOf("?$filter=not waitsForMe", "cy")).toSorted();
    for (const filter of ["waitsForMe", "waitsForMe eq true", "true eq waitsForMe", "waitsForMe ne false"])
      expect((await keysOf(`?$filter=${filter}`, "cy")).toSorted()).toEqual(waiting);
    for (const filter of ["waitsForMe eq false", "waitsForMe ne true"])
      expect((await keysOf(`?$filter=${filter}`, "cy")).toSorted()).toEqual(others);
    expect(await keysOf("?$filter=waitsForMe eq null", "cy")).toEqual([]);
    const [key = ""] = waiting;
    const inside = `?$filter=phases/any(p: p/sequence eq 1 and $it/waitsForMe) and key eq ${key}`;
    expect(await keysOf(inside, "cy")).toEqual([key]);
    const { json } = await get("?$orderby=waitsForMe", "cy");
    expect(json.error.code).toBe("ORDER_BY_NOT_ALLOWED");
  });

  it("cannot be written", async () => {
    const body = { recipientKey: api.keyOf("ada"), operations: create, waitsForMe: true };
    const { json } = await api.call("POST", "/v2/requests", "ada", body);
    expect((await get(`(${json.key})?$select=waitsForMe`, "ada")).json.waitsForMe ?? json.error.code).not.toBe(true);
  });
});

/** Returns the users that a request waits for, according to its phases and decisions on record. */
async function undecidedOf(requestKey: string): Promise<string[]> {
  const request = await api.row({ key: requestKey });
  const { status, sentBackAt, requesterKey } = request;
  if (status !== "W") return [];
  if (sentBackAt !== null) return [requesterKey];
  const phases = await api.store.select("requestPhases", { where: { requestKey, state: PhaseState.Open } });
  const votes = await votesOf(api.context, phases);
  const undecided = phases.map((phase) =>
    undecidedIn(
      api.context,
      { subject: new RequestSubject(request), phase },
      votes.get(phase.key) ?? { authorizers: [], decisions: [] },
    ),
  );
  return (await Promise.all(undecided)).flat().toSorted();
}

it("whatever happens to requests, each waits for those who are undecided in its open phase, and for nobody else", async () => {
  const random = createRandom(20_261_122);
  let looks = 0;
  for (let lived = 0; lived < 20; lived++) {
    const look = async ({ key }: { readonly key: string }) => {
      looks += 1;
      const waits = await api.store.select("requestAuthorizers", { where: { requestKey: key, waits: true } });
      expect(waits.map(({ userKey }) => userKey).toSorted()).toEqual(await undecidedOf(key));
    };
    await liveHistory(api, random, { look });
  }
  expect(looks).toBeGreaterThan(40);
});
