import { afterAll, beforeAll, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { invoke } from "../kernel/invoke.ts";
import { discoverOnSchedule } from "./discover-target-system.ts";
import { listSchedules } from "./list-schedules.ts";

let room: RequestRoom;
const listSchedule = "0 2 * * *";
beforeAll(async () => {
  room = await openRequestRoom({ targets: { AUTO: [], HAND: [], OFF: [], NONE: [] } });
  const { store } = room;
  await store.transaction(async () => {
    await store.save("targetSystems", { id: "AUTO", listSchedule });
    await store.save("targetSystems", { id: "HAND", listSchedule, mode: "manual" });
    await store.save("targetSystems", { id: "OFF", listSchedule, enabled: false });
  });
});
afterAll(() => room.close());

test("a target system in manual mode, a disabled one and one without a schedule have none", async () => {
  const schedules = await invoke(listSchedules, room.context, engineCaller("load", "x"), {});
  expect(schedules).toEqual([{ targetSystemKey: "AUTO", cron: listSchedule }]);
});

test("a schedule that is left over in the engine begins nothing", async () => {
  const due = (key: string) =>
    invoke(discoverOnSchedule, room.context, engineCaller("load", key), { key, trigger: "schedule" });
  await expect(due("HAND")).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(due("OFF")).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(due("AUTO")).resolves.toMatchObject({ targetSystemKey: "AUTO" });
});
