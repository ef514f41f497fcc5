import { afterEach, beforeEach, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { beginSessionOf } from "#test/support/begin-session.ts";
import { openTestService, type TestService } from "#test/support/service.ts";

import { engineCaller } from "../kernel/callers.ts";
import { invoke } from "../kernel/invoke.ts";
import { endIdleSessions } from "./end-idle-sessions.ts";
import { noteSessionUse } from "./engine/note-session-use.ts";

const minuteMs = 60_000;
let clock: ManualClock;
let opened: TestService;

beforeEach(async () => {
  clock = new ManualClock();
  opened = await openTestService({ clock });
  await opened.store.transaction(() => opened.store.add("users", { key: "ada-key", id: "ada" }));
});
afterEach(() => opened.close());

const engine = engineCaller("maintenance", "test");
const endIdle = () => invoke(endIdleSessions, opened.context, engine, {});
const stateOf = (sessid: string) => opened.store.sessions.stateOf(sessid);

it("ends each session a minute after its time without use, and no other one", async () => {
  const { sessid: browser } = await beginSessionOf(opened.context, "ada");
  const { sessid: library } = await beginSessionOf(opened.context, "ada", { door: "soap", gift: "soapSession" });
  clock.advance(16 * minuteMs - 1);
  expect(await endIdle()).toEqual({ ended: 0 });
  clock.advance(1);
  expect(await endIdle()).toEqual({ ended: 1 });
  expect(await stateOf(library)).toMatchObject({ endedAt: clock.now() });
  expect(await stateOf(browser)).toMatchObject({ endedAt: null });
  await noteSessionUse(opened.context, browser, "ui");
  clock.advance(31 * minuteMs - 1);
  expect(await endIdle()).toEqual({ ended: 0 });
  clock.advance(1);
  expect([await endIdle(), await endIdle()]).toEqual([{ ended: 1 }, { ended: 0 }]);
  expect(await opened.store.get("keyedSessions", browser)).toMatchObject({ revokedAt: clock.now() });
});

it("leaves those alone whose time is over in any case", async () => {
  const { sessid, expiresAt } = await beginSessionOf(opened.context, "ada");
  clock.set(expiresAt);
  expect(await endIdle()).toEqual({ ended: 0 });
  expect(await opened.store.sessions.expire(clock.now())).toBe(1);
  expect(await stateOf(sessid)).toMatchObject({ endedAt: expiresAt });
});

it("notes no use of a session that is over or unknown", async () => {
  const { sessid } = await beginSessionOf(opened.context, "ada");
  clock.advance(31 * minuteMs);
  await endIdle();
  clock.advance(minuteMs);
  const before = await opened.store.select("keyedSessions");
  for (const key of [sessid, "unknown"]) await noteSessionUse(opened.context, key, "ui");
  expect(await opened.store.select("keyedSessions")).toEqual(before);
});
