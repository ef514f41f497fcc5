import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { Row } from "#store/tables.ts";

import { type Cluster, clusterTarget, startCluster } from "../support/cluster.ts";
import { eventually } from "../support/journey.ts";
import { type KillPoints, openKillPoints } from "../support/kill-points.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const password = "a-password-of-the-test";
const people = ["requester", "first", "second", "third"] as const;
const steps = 5;
const timeout = 900_000;
/** Points that the short size tries, each in another process; the long one tries all that the undisturbed run reaches. */
const fewPoints = ["api requests.decide committed", "hub requests.nextStep written", "proxy orders fetched"];

let temporal: TestTemporal;
let points: KillPoints;
let cluster: Cluster;
let rest: RestClient;
let keys: Readonly<Record<(typeof people)[number], string>>;
let users: Readonly<Record<string, RestUser>>;

beforeAll(async () => {
  temporal = await startTestTemporal();
  points = openKillPoints();
  cluster = await startCluster(temporal.address, {
    ...points.environment,
    REQUEST_RETRY_INTERVALS_SECONDS: "1,1,2,2,5,5,10,10,20,20",
  });
  const { context } = cluster.service;
  keys = await addPeople(context, people, password);
  await context.store.transaction(async () => {
    for (const [index, id] of people.slice(1).entries()) {
      const resource = { resourceType: "targetSystem", resourceKey: clusterTarget } as const;
      const rule = `any(1, user('${keys[id]}'))`;
      await context.store.save("authorizationPhases", {
        ...resource,
        key: context.ids.guid(),
        sequence: index + 1,
        rule,
      });
    }
  });
  rest = createRestClient(cluster.address);
}, timeout);
afterAll(async () => {
  rest?.close();
  await cluster?.stop();
  await temporal.stop();
  points.remove();
});

const store = () => cluster.service.context.store;
/** Points of requests. */
const ofRequests = /^(?:api|hub|proxy) (?:requests\.|proxies\.|orders? |outcomes |outbox )/;

interface Lived {
  readonly key: string;
  /** True if a process was killed at the point. */
  readonly killed: boolean;
}

/** Runs a request of three phases and five steps; a process that ends meanwhile is started again. */
async function live(name: string, point: string | null): Promise<Lived> {
  users = Object.fromEntries(
    await Promise.all(people.map(async (id) => [id, await rest.signIn(id, password)] as const)),
  );
  const { done: key, killed } = await points.during(cluster, point, async () => {
    const submitted = await submit(name);
    for (const [index, id] of people.slice(1).entries()) {
      await untilAnswered(() =>
        users[id]?.post(
          `/v2/requests(${submitted})/decide`,
          { phase: index + 1, decision: "approve" },
          keyed(`${name}-${id}`),
        ),
      );
    }
    await eventually(
      `the request ${name} completed`,
      async () => (await store().get("reqbatch", submitted))?.status === "C",
    );
    return submitted;
  });
  return { key, killed };
}

const keyed = (call: string) => ({ "Idempotency-Key": call });

async function submit(name: string): Promise<string> {
  const operations = Array.from({ length: steps }, (_, step) => ({
    code: step === 0 ? "CRTG" : "ACUA",
    targetSystemKey: clusterTarget,
    attributes: { shortId: `${name}-${step}` },
  }));
  const body = { recipientKey: keys.requester, operations };
  const answer = await untilAnswered(() => users["requester"]?.post("/v2/requests", body, keyed(name)));
  return (answer.body as { key: string }).key;
}

/** Repeats a call until there is an answer; it has an idempotency key, so a repetition is the same call. */
async function untilAnswered(call: () => ReturnType<RestUser["post"]> | undefined) {
  for (;;) {
    const answer = await call()?.catch(() => undefined);
    if (answer !== undefined && answer.status < 500) {
      expect([answer.status, answer.body]).toEqual([expect.toSatisfy((status: number) => status < 300), answer.body]);
      return answer;
    }
    await sleep(100);
  }
}

/** Returns the outcome of a request without its keys, names and times, which differ from one to the next. */
async function told(key: string, name: string): Promise<unknown> {
  const where = { requestKey: key };
  const byPlace = { where, orderBy: [["sequence", "asc"]] } as const;
  const [operations, phases, kept] = [
    await store().select("requestOperations", byPlace),
    await store().select("requestPhases", byPlace),
    await store().requestLedger.read(key),
  ];
  const known = [key, ...operations.map((row) => row.key), ...phases.map((row) => row.key)];
  const plain = (text: string) =>
    known.reduce((all, one, place) => all.replaceAll(one, `#${place}`), text.replaceAll(name, "name"));
  const events = kept.map(({ kind, actor, content }) => ({ kind, actor, facts: factsOf(JSON.parse(content), plain) }));
  // Concurrent steps end in any order.
  const results = events.filter(({ kind }) => kind === "result").map((event) => JSON.stringify(event));
  return {
    status: (await store().get("reqbatch", key))?.status,
    operations: operations.map(({ code, result, errorCode }: Row<"requestOperations">) => [code, result, errorCode]),
    phases: phases.map(({ state }) => state),
    ledger: events.filter(({ kind }) => kind !== "result"),
    results: results.toSorted(),
  };
}

const changing = new Set(["number", "expiresAt", "startAt", "decision", "account", "group", "object"]);

function factsOf(facts: object, plain: (text: string) => string): unknown {
  const kept = Object.entries(facts).map(([name, value]) => [name, changing.has(name) ? typeof value : value]);
  return JSON.parse(plain(JSON.stringify(Object.fromEntries(kept))));
}

test(
  "kill -9 of API, hub and proxy at points of a request of three phases and five steps changes neither its outcome nor its ledger",
  { timeout },
  async () => {
    const runs = ["undisturbed0", "undisturbed1"].map((name) => async () => {
      const before = points.count();
      return { told: await told((await live(name, null)).key, name), points: points.since(before, ofRequests) };
    });
    const [first, second] = [await runs[0]?.(), await runs[1]?.()];
    expect(first?.told).toMatchObject({ status: "C", phases: ["approved", "approved", "approved"] });
    expect(second?.told).toEqual(first?.told);
    const all = first?.points.filter((point) => second?.points.includes(point)) ?? [];
    expect(all).toEqual(expect.arrayContaining(fewPoints));
    let requests = runs.length;
    for (const point of testSize(fewPoints, all)) {
      // Another process may reach the point in place of this one.
      for (let tries = 1, killed = false; !killed; tries++, requests++) {
        const name = `killed${requests}x`;
        const lived = await live(name, point);
        expect([point, await told(lived.key, name)]).toEqual([point, first?.told]);
        ({ killed } = lived);
        expect([point, tries]).toEqual([point, expect.toSatisfy((count: number) => killed || count < 5)]);
      }
    }
    const accounts = cluster.targetAccounts();
    expect(accounts).toHaveLength(requests * (steps - 1));
    expect(new Set(accounts).size).toBe(accounts.length);
  },
);
