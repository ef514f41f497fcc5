// @few it starts two APIs and what is in front of them, again and again, and waits for them
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { freePort } from "#platform/processes/free-port.ts";

import { type Front, type FrontKind, startFront } from "../support/front.ts";
import type { GatehouseProcess } from "../support/gatehouse.ts";
import { prepareRestartedApis, type RestartedApis } from "../support/restarted-apis.ts";
import { type RunningLoad, startSteadyLoad } from "../support/steady-load.ts";
import { testSize } from "../support/test-size.ts";

/** Times that each of the two APIs is restarted. */
const rounds = testSize(1, 10);
const callsMin = testSize(1_000, 34_000);
/** Without a pause, with one in which a connection is kept, and with one that is longer than an idle connection lives when its process ends. */
const pauses = [0, 0, 10, 10, 100, 700];

interface Row {
  readonly kind: FrontKind;
  readonly lameDuckSeconds: number;
  /** Seconds for which the front leaves an API alone that has refused a connection. */
  readonly avoidsSeconds: number;
}

const rows: readonly Row[] = [
  { kind: "nginx", lameDuckSeconds: 1, avoidsSeconds: 10 },
  { kind: "nginx that keeps connections", lameDuckSeconds: 1, avoidsSeconds: 10 },
  { kind: "HAProxy", lameDuckSeconds: 7, avoidsSeconds: 4 },
];
/** The short size leaves out what differs least. */
const tested = testSize(
  rows.filter(({ kind }) => kind !== "nginx that keeps connections"),
  rows,
);

let apis: RestartedApis;
let ports: readonly [number, number];
let token: () => string;
let running: GatehouseProcess[] = [];
let front: Front | undefined;
let load: RunningLoad | undefined;

beforeAll(async () => {
  apis = await prepareRestartedApis();
  ports = [await freePort(), await freePort()];
});
afterAll(() => apis.stop());
afterEach(async () => {
  await load?.stop();
  await front?.stop();
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.map(({ ended }) => ended()));
  [front, load, running] = [undefined, undefined, []];
});

test.each(tested)(
  "restarts of two APIs in turn behind $kind lose no call",
  { timeout: testSize(180_000, 900_000) },
  async ({ kind, lameDuckSeconds, avoidsSeconds }) => {
    const more = { LAME_DUCK_SECONDS: String(lameDuckSeconds) };
    running = [await apis.start(ports[0], more), await apis.start(ports[1], more)];
    token = await apis.signIn(ports[0]);
    front = await startFront(kind, ports);
    const prefix = kind === "HAProxy" ? "h" : kind === "nginx" ? "n" : "k";
    load = startSteadyLoad({ address: front.address, ca: front.ca, token: () => token(), prefix, pauses });
    for (let round = 0; round < rounds; round += 1) {
      for (const which of [0, 1] as const) {
        running[which]?.child.kill("SIGTERM");
        expect(await running[which]?.ended(), running[which]?.output()).toBe(0);
        running[which] = await apis.start(ports[which], more);
        // What is in front asks it again only then, and the other one is the next to be away.
        await sleep(avoidsSeconds * 1000 + 500);
      }
    }
    while (load.calls() < callsMin) await sleep(100);
    const { outcomes, made } = await load.stop();
    console.log(`${kind}: ${JSON.stringify(outcomes)}`);
    expect(Object.keys(outcomes).toSorted(), front.log().slice(-3000)).toEqual(["GET 200", "POST 201"]);
    const there = (await apis.targetGroups()).filter((id) => id.startsWith(prefix));
    expect(there.toSorted()).toEqual(made.toSorted());
  },
);
