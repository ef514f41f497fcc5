import { afterAll, beforeAll, expect, test } from "vitest";

import { type Cluster, clusterTarget, startCluster } from "../support/cluster.ts";
import { eventually } from "../support/journey.ts";
import { type KillPoints, openKillPoints } from "../support/kill-points.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient } from "../support/rest.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const password = "a-password-of-the-test";
const timeout = 900_000;
/** Points that the short size tries; the long one tries all that an undisturbed end reaches, those of the proxy among them. */
const fewPoints = ["hub access.handleMoment committed"];
const ofEnds = /^(?:hub|proxy) (?:access\.|requests\.|orders? |outcomes |outbox )/;

let temporal: TestTemporal;
let points: KillPoints;
let cluster: Cluster;
let rest: RestClient;
let keys: Readonly<Record<"holder", string>>;

beforeAll(async () => {
  temporal = await startTestTemporal();
  points = openKillPoints();
  cluster = await startCluster(temporal.address, {
    ...points.environment,
    REQUEST_RETRY_INTERVALS_SECONDS: "1,1,2,2,5,5,10,10,20,20",
  });
  keys = await addPeople(cluster.service.context, ["holder"], password);
  rest = createRestClient(cluster.address);
}, timeout);
afterAll(async () => {
  rest?.close();
  await cluster?.stop();
  await temporal.stop();
  points.remove();
});

const store = () => cluster.service.context.store;

/** Gives the holder an account, and returns the key of its grant. */
async function give(name: string): Promise<string> {
  const holder = await rest.signIn("holder", password);
  const operations = [{ code: "ACUA", targetSystemKey: clusterTarget, attributes: { shortId: name } }];
  const { body } = await holder.post("/v2/requests", { recipientKey: keys.holder, operations });
  const requestKey = (body as { key: string }).key;
  const found = async () => (await store().select("grants", { where: { requestKey } }))[0]?.key;
  await eventually(`${name} was given`, async () => (await found()) !== undefined);
  return (await found()) ?? "";
}

/** Ends access while a process may be killed at a point; returns true if it was. */
async function end(name: string, point: string | null): Promise<boolean> {
  const key = await give(name);
  const { killed } = await points.during(cluster, point, async () => {
    const holder = await rest.signIn("holder", password);
    expect((await holder.post(`/v2/grants(${key})/end`, { reason: "done" })).status).toBe(200);
    const hasEnded = async () => (await store().get("grants", key))?.endedAt !== null;
    await eventually(`${name} has ended`, hasEnded);
  });
  const grant = await store().get("grants", key);
  expect([point, grant?.endedBecause]).toEqual([point, "expired"]);
  const endings = await store().select("requestOperations", { where: { code: "DELU", endsGrantKey: key } });
  expect([point, endings.map(({ result }) => result)]).toEqual([point, ["S"]]);
  expect(cluster.targetAccounts()).not.toContain(name);
  return killed;
}

test(
  "kill -9 of hub and proxy at points of the end of access: it ends exactly once, on the target system too",
  { timeout },
  async () => {
    await give("kept");
    const runs: (readonly string[])[] = [];
    for (const name of ["undisturbed0", "undisturbed1"]) {
      const before = points.count();
      await end(name, null);
      runs.push(points.since(before, ofEnds));
    }
    const all = runs[0]?.filter((point) => runs[1]?.includes(point)) ?? [];
    expect(all).toEqual(expect.arrayContaining(fewPoints));
    let ended = 0;
    for (const point of testSize(fewPoints, all)) {
      // Another process may reach the point in place of this one.
      for (let tries = 1, killed = false; !killed; tries++) {
        killed = await end(`killed${ended++}x`, point);
        expect([point, tries]).toEqual([point, expect.toSatisfy((count: number) => killed || count < 5)]);
      }
    }
    expect(cluster.targetAccounts()).toEqual(["kept"]);
  },
);
