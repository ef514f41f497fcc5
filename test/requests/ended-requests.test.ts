import { afterAll, beforeAll, expect, test } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";
import { inspectLedger } from "#domain/requests/ledger/inspect-ledger.ts";
import { outcomeOfPhase } from "#domain/requests/ledger/outcome-of-phase.ts";
import { replay } from "#domain/requests/ledger/replay.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import type { Store } from "#store/store.ts";

import { historyClasses, historySettings, historyTargets, liveHistory } from "../support/random-history.ts";
import { openRequestRoom, type RequestRoom } from "../support/request-room.ts";
import { testSize } from "../support/test-size.ts";

const histories = testSize(100, 1000);
const sketch = { targets: historyTargets, classes: historyClasses };
let room: RequestRoom;

beforeAll(async () => {
  room = await openRequestRoom(sketch, historySettings);
});
afterAll(() => room.close());

/** Causes that must end requests in the histories; others may occur too. */
const causes = ["decided", "overridden", "submitted and opened", "decided and opened", "resolved"];

type Request = { readonly key: string };

/** Returns the events of a request, and whether one of its phases was denied. */
async function toldOf({ store }: RequestRoom, { key }: Request) {
  const { events } = inspectLedger(await store.requestLedger.read(key), store.requestLedger);
  const replayed = replay(events);
  const outcomes = [...(replayed?.phases.values() ?? [])].map(outcomeOfPhase);
  return { events, isDenied: outcomes.includes("denied") };
}

/** Returns everything about a request that is wrong right after a denial. */
async function faultsOf(inRoom: RequestRoom, request: Request): Promise<readonly string[]> {
  if (!(await toldOf(inRoom, request)).isDenied) return [];
  const { store } = inRoom;
  const { status, active, finishedAt } = await inRoom.row(request);
  const where = { requestKey: request.key };
  const [told] = await store.select("notices", { where: { ...where, kind: "ended", userKey: inRoom.keyOf("ada") } });
  const waits = await store.count("requestAuthorizers", { ...where, waits: true });
  const refused = await invoke(cancel, inRoom.context, inRoom.as("ada"), { key: request.key }).catch(
    (error: unknown) => error,
  );
  return [
    ...(status === "D" ? [] : [`it is ${status}`]),
    ...(active ? ["it is active"] : []),
    ...(finishedAt === null ? ["it has no end"] : []),
    ...(told?.facts["outcome"] === "D" ? [] : ["nobody was told of its end"]),
    ...(waits === 0 ? [] : ["it waits for people"]),
    ...((await store.moments.waiting([request.key])).size === 0 ? [] : ["it has a moment"]),
    ...(Object(refused).code === "REQUEST_FINAL" ? [] : ["it may be cancelled"]),
  ];
}

/** Returns the kind of event that has ended the request. */
async function causeOf(request: Request): Promise<string> {
  const { events } = await toldOf(room, request);
  const before = events.map(({ kind }) => kind).filter((kind) => !["result", "ended", "status"].includes(kind));
  const cause = before.at(-1) ?? "";
  return cause === "opened" ? `${before.at(-2)} and opened` : cause;
}

test(
  `of ${histories} random histories without an engine every one that is denied is over at once`,
  async () => {
    const random = createRandom(38);
    const seen = new Set<string>();
    for (let history = 0; history < histories; history++) {
      const look = async (looked: Request) => expect(await faultsOf(room, looked)).toEqual([]);
      const request = await liveHistory(room, random, { look, engine: false });
      const { status } = await room.row(request);
      const verdict = await invoke(replayRequest, room.context, engineCaller("cli", "check"), { key: request.key });
      expect(verdict).toMatchObject({ status, replayed: status, findings: [] });
      if (status === "D") seen.add(await causeOf(request));
    }
    expect(causes.filter((cause) => !seen.has(cause))).toEqual([]);
  },
  testSize(120_000, 900_000),
);

test("an end that is left to the engine is found, at the request and when its room closes", async () => {
  const planted = await openRequestRoom(sketch, historySettings);
  const { save } = planted.store;
  const late = (async (table: string, row: { readonly status?: string }) =>
    table === "reqbatch" && row.status === "D"
      ? planted.row(row as never)
      : save(table as never, row as never)) as Store["save"];
  Object.assign(planted.context, { store: { ...planted.store, save: late } });
  const denied = async () => {
    const request = await planted.submit([{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "a@b.c" } }]);
    await planted.decide("bob", request, { phase: 1, decision: "deny" });
    return request;
  };
  const faults = ["it is W", "it is active", "it may be cancelled"];
  expect(await faultsOf(planted, await denied())).toEqual(expect.arrayContaining(faults));
  const { key } = await denied();
  await expect(planted.close()).rejects.toThrow(`denied requests that have not ended: ${key} W`);
});
