import { afterEach, beforeEach, expect, test } from "vitest";

import { runWorkflow } from "#domain/runs/run-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { helloFromProxy } from "#operations/tables/proxy-calls.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { openVaultOrder } from "#test/support/vault-room.ts";

import { nextRunStep } from "../../runs/next-run-step.ts";

let room: RequestRoom;
let runKey: string;
let orderKey: string;
let ordinal: number;

beforeEach(async () => {
  room = await openRequestRoom();
  ordinal = 0;
  const order = await openVaultOrder(room, "T1");
  orderKey = order.orderKey;
  await room.store.transaction(async () => {
    runKey = (await room.store.save("vaultOrders", { key: orderKey, begunAt: room.clock.now() })).runKey;
    await room.store.save("runs", { key: runKey, startedAt: room.clock.now() });
  });
});
afterEach(() => room.close());

const begins = (id: string) =>
  invoke(
    helloFromProxy,
    room.context,
    { ...room.as("ada"), kind: "proxy", key: null, id: "local" },
    {
      softwareVersion: "1.2.3",
      connectors: [],
      failedConnectors: [],
      instance: { id, time: room.clock.now(), ordersUnderWay: 0, stopping: false },
    },
  );

const look = (busy: readonly string[]) =>
  invoke(nextRunStep, room.context, engineCaller("idtm", runKey), {
    key: runKey,
    run: "run",
    ordinal: ordinal++,
    busy: [...busy],
  });

const send = () => room.proxy.orders([`vault:${orderKey}`]);

const woken = async () =>
  (await room.store.outbox.open()).filter(({ workflowType }) => workflowType === runWorkflow).length;

test("what a process of a proxy had in hand is given to the next one as soon as that one begins, and only once", async () => {
  await begins("first");
  room.clock.advance(1000);
  await send();
  expect(await look(["T1"])).toMatchObject({ giveUp: [], lanes: [] });
  room.clock.advance(1000);
  await begins("second");
  expect(await woken()).toBe(1);
  expect(await look(["T1"])).toMatchObject({ giveUp: ["T1"], lanes: [] });
  const again = { lanes: [{ targetSystemKey: "T1", operationKeys: [`vault:${orderKey}`] }] };
  expect(await look([])).toMatchObject({ giveUp: [], ...again });
  expect(await look(["T1"])).toMatchObject({ giveUp: [], lanes: [] });
  expect(await send()).toMatchObject([{ sends: 2, olderPasswords: [{}] }]);
  expect(await look(["T1"])).toMatchObject({ giveUp: [], lanes: [] });
});

test("a process that reports again wakes nobody, nor does one whose proxy has nothing in hand", async () => {
  await begins("first");
  expect(await woken()).toBe(0);
  await send();
  room.clock.advance(1000);
  await begins("first");
  expect(await woken()).toBe(0);
  expect(await look(["T1"])).toMatchObject({ giveUp: [] });
});
