// @databases sqlite mariadb
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { verifyAudit } from "#operations/audit/verify-audit.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { submit } from "#operations/requests/submit.ts";
import { addWebhook } from "#operations/webhooks/change-webhooks.ts";
import { collectEvents } from "#operations/webhooks/collect-events.ts";
import { ManualClock } from "#platform/clock.ts";
import type { ChainHead } from "#store/audit/audit-chain.ts";
import { openDatabase } from "#store/database.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { foundOrganisation } from "../support/organisation.ts";
import { backUp, putBackSilently, restore, type TestBackup } from "../support/restores.ts";
import { callerOf } from "../support/service.ts";
import type { TestStore } from "../support/store.ts";
import { testSize } from "../support/test-size.ts";

/** Every ID, number and position that was given out, and the thing that it identifies. */
type HandedOut = ReadonlyMap<string, string>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const wrongBy = testSize(
  { nothing: 0, "30 days ahead": 30 * dayMs, "a day back": -dayMs },
  {
    nothing: 0,
    "an hour ahead": hourMs,
    "an hour back": -hourMs,
    "a day ahead": dayMs,
    "a day back": -dayMs,
    "30 days ahead": 30 * dayMs,
    "30 days back": -30 * dayMs,
  },
);
const start = Date.UTC(2030, 0, 31, 8);
const engine = engineCaller("idtm", "test");
const clock = new ManualClock(start);
const policy = "users_get_list";
const url = "https://portal.example/events";

let backup: TestBackup;
/** Heads of the chains at the backup. */
let headsThen: readonly ChainHead[];
let before: HandedOut;
let person: string;
let webhook: string;
/** Newest of the numbers that distinguish the work of the timelines. */
let round = 0;

beforeAll(async () => {
  const api = await openTestApi({ clock });
  await foundOrganisation(api.context, { people: ["ada", "bob"], targets: { T1: [{ authorizers: ["bob"] }] } });
  ({ key: webhook } = await invoke(addWebhook, api.context, engine, { url }));
  person = (await api.store.select("users", { where: { id: "ada" } }))[0]?.key ?? "";
  before = await work(api);
  headsThen = await api.store.auditChain.heads();
  backup = await backUp(api, clock);
  await api.close();
});

/** Works with the service through its doors, and returns all numbers that it has given out by then. */
async function work(api: TestApi): Promise<HandedOut> {
  const given = new Map<string, string>();
  const { context, store } = api;
  const ada = callerOf((await store.get("users", person)) ?? never());
  const { json } = await api.signIn("root");
  const headers = { authorization: `Bearer ${json.access_token}` };
  for (let turn = 0; turn < 3; turn += 1) {
    round += 1;
    const operation = { code: "ACUA", targetSystemKey: "T1", attributes: { shortId: `name${round}` } };
    await invoke(submit, context, ada, { recipientKey: person, operations: [operation] });
    const patched = await api.send("PATCH", `/v2/users(${person})`, { headers, body: { displayName: `Ada ${round}` } });
    expect(patched.status).toBe(204);
    const read = await api.send("GET", `/v2/users(${person})`, { headers });
    given.set(`tag ${String(read.headers["etag"])}`, read.json.displayName);
    const expression = `true || ${round} > 0`;
    await invoke(setPolicy, context, engine, { key: policy, expression, force: true });
    clock.advance(1000);
  }
  await invoke(collectEvents, context, engine, { key: webhook });
  while ((await store.auditChain.extend()) > 0);
  return new Map([...given, ...(await handedOut(api))]);
}

function never(): never {
  throw new Error("it is there");
}

async function handedOut({ store }: Pick<TestApi, "store">): Promise<HandedOut> {
  const deliveries = await store.select("webhookDeliveries");
  const requests = await store.select("reqbatch");
  const versions = await store.select("policyVersions");
  const rows = await store.select("sesslog_full");
  const changes = await store.changeLog.read(0, 100_000);
  const heads = await store.auditChain.heads();
  return new Map([
    ...deliveries.map(({ event: { id, ...said } }) => [`event ${id}`, JSON.stringify(said)] as const),
    ...requests.map(({ number, key }) => [`request ${number}`, key] as const),
    ...versions.map(({ name, number, after }) => [`version ${name} ${number}`, String(after)] as const),
    ...rows.map(({ node, seq, key }) => [`row ${node} ${seq}`, key] as const),
    ...changes.map(({ position, key, data }) => [`change ${position}`, `${key} ${JSON.stringify(data)}`] as const),
    ...changes.map(({ stamp, table, key, version }) => [`stamp ${stamp}`, `${table} ${key} ${version}`] as const),
    ...heads.map(({ node, position, hash }) => [`place ${node} ${position}`, hash] as const),
  ]);
}

/** Returns the kinds of numbers that identify different things in the two timelines. */
function comeAgain(a: HandedOut, b: HandedOut): readonly string[] {
  const again = [...b].filter(([name, thing]) => (a.get(name) ?? thing) !== thing);
  return [...new Set(again.map(([name]) => name.split(" ", 1)[0] ?? ""))].toSorted();
}

const positionsOf = (given: HandedOut, kind: string) =>
  [...given.keys()].filter((name) => name.startsWith(`${kind} `)).map((name) => Number(name.split(" ").at(-1)));

interface Timeline {
  readonly given: HandedOut;
  readonly heads: readonly ChainHead[];
}

/** Works on in a database, and closes it. */
async function timeline(opened: TestStore, ahead = 0): Promise<Timeline> {
  const api = await openTestApi({ clock, opened });
  clock.advance(ahead);
  const given = await work(api);
  clock.advance(-ahead);
  const heads = await api.store.auditChain.heads();
  await api.close();
  return { given, heads };
}

test.each(Object.entries(wrongBy))(
  "no id, number or position comes again after restores, with clocks that were wrong by %s",
  async (_, ahead) => {
    clock.set(start);
    clock.advance(hourMs);
    const lost = await timeline(await putBackSilently(backup, clock), ahead);
    clock.advance(hourMs);
    const first = await timeline(await restore(backup, clock), ahead);
    clock.advance(hourMs);
    const second = await timeline(await restore(backup, clock), 0);
    clock.advance(hourMs + ahead);
    const wrong = await timeline(await restore(backup, clock), 0);
    const all = [before, lost.given, first.given, second.given, wrong.given];
    for (const [index, later] of all.entries())
      for (const earlier of all.slice(0, index)) expect(comeAgain(earlier, later)).toEqual([]);
    // The clock was right at these restores, or ahead: the newest events have the highest IDs.
    const rising = [before, lost.given, first.given, second.given, ...(ahead < 0 ? [] : [wrong.given])];
    for (const kind of ["event", "place", "change"])
      for (const [index, later] of rising.entries()) {
        const known = Math.max(0, ...rising.slice(0, index).flatMap((earlier) => positionsOf(earlier, kind)));
        expect(Math.max(...positionsOf(later, kind))).toBeGreaterThan(known);
      }
  },
);

test("the comparison finds what comes again after a database was put back without a word", async () => {
  clock.set(start);
  const lost = await timeline(await putBackSilently(backup, clock));
  const again = await timeline(await putBackSilently(backup, clock));
  expect(comeAgain(lost.given, again.given)).toEqual(["change", "event", "place", "request", "row", "tag", "version"]);
});

test("a tag of what was lost is no precondition that holds", async () => {
  clock.set(start + hourMs);
  const lost = await timeline(await putBackSilently(backup, clock));
  const [tag = ""] = [...lost.given.keys()].filter((name) => name.startsWith("tag ")).map((name) => name.slice(4));
  clock.advance(hourMs);
  const api = await openTestApi({ clock, opened: await restore(backup, clock) });
  const headers = { authorization: `Bearer ${(await api.signIn("root")).json.access_token}` };
  const change = (displayName: string, more: object) =>
    api.send("PATCH", `/v2/users(${person})`, { headers: { ...headers, ...more }, body: { displayName } });
  await change("Ada", {});
  expect((await change("Eve", { "if-match": tag })).status).toBe(412);
  const { headers: read } = await api.send("GET", `/v2/users(${person})`, { headers });
  expect((await change("Eve", { "if-match": String(read["etag"]) })).status).toBe(204);
  await api.close();
});

describe("the audit of a restored installation", () => {
  let lost: Timeline;
  let opened: TestStore;
  let api: TestApi;
  let restoredAt: number;
  let begun: number | undefined;
  beforeAll(async () => {
    clock.set(start + hourMs);
    lost = await timeline(await putBackSilently(backup, clock));
    clock.advance(hourMs);
    restoredAt = clock.now();
    const restored = await restore(backup, clock);
    opened = restored;
    begun = restored.noted?.epoch;
    api = await openTestApi({ clock, opened });
    await work(api);
  });
  afterAll(() => api.close());
  const verify = (anchors: readonly object[] = []) => invoke(verifyAudit, api.context, engine, { anchors });

  test("is intact, and its anchors of before the backup hold", async () => {
    expect(begun).toBe(restoredAt);
    expect(await verify(headsThen)).toMatchObject({ found: 0, lostAnchors: [] });
  });

  test("says of an anchor of what was lost when that was, and up to where the chain is as it was", async () => {
    expect(lost.heads.length).toBeGreaterThan(0);
    const keptUpTo = new Map(headsThen.map(({ node, position }) => [node, position]));
    expect(await verify(lost.heads)).toMatchObject({
      found: 0,
      lostAnchors: lost.heads.map(({ node, position }) => ({
        node,
        position,
        restoredAt,
        keptUpTo: keptUpTo.get(node),
      })),
    });
  });

  test("finds an anchor broken whose place it has with another hash, or that no restore explains", async () => {
    const [head = never()] = headsThen;
    const [now = never()] = await api.store.auditChain.heads();
    const broken = [
      { ...head, hash: "other" },
      { ...now, position: now.position + 1 },
    ];
    expect(await verify(broken)).toMatchObject({
      found: 2,
      findings: [{ kind: "anchorBroken" }, { kind: "anchorBroken" }],
    });
  });

  test("goes through the check from a moment behind the restore", async () => {
    expect(await invoke(verifyAudit, api.context, engine, { from: restoredAt })).toMatchObject({ found: 0 });
  });

  test("takes no restore for an explanation of which another hand has written", async () => {
    const [now = never()] = await api.store.auditChain.heads();
    const raw = openDatabase({ databaseUrl: opened.databaseUrl });
    const [row = never()] = await raw.read("SELECT * FROM `sesslog_full` WHERE `operation` = 'RSTD'");
    const forged = { ...row, key: "forged", message: JSON.stringify({ epoch: clock.now() + dayMs }) };
    const names = Object.keys(forged).map((name) => `\`${name}\``);
    const marks = names.map(() => "?").join(", ");
    await raw.transactions.run(async () => {
      await raw.write(`INSERT INTO \`sesslog_full\` (${names.join(", ")}) VALUES (${marks})`, Object.values(forged));
      // The change is meant to be missing in the change log.
      await raw.write("DELETE FROM `rowWatch` WHERE `tableName` = 'sesslog_full'");
    });
    await raw.close();
    const { findings, lostAnchors } = await verify([{ ...now, position: now.position + 1 }]);
    expect(lostAnchors).toEqual([]);
    expect(findings.map(({ kind }) => kind).toSorted()).toEqual(["anchorBroken", "rowForged"]);
  });
});
