import { afterEach, beforeEach, expect, it } from "vitest";

import { accessTokenSeconds, batchRowsMax } from "#domain/limits.ts";
import { ManualClock } from "#platform/clock.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import { invoke } from "../kernel/invoke.ts";
import { dropExpiredRevocations } from "./drop-revocations.ts";
import { revokeToken } from "./engine/revoke-token.ts";

const clock = new ManualClock();
let elapsedMs = 0;
const engine = callerOf({ key: "", id: "housekeeping", superuser: false }, { kind: "engine", key: null });
let service: TestService;

beforeEach(async () => {
  service = await openTestService({ clock, elapsed: () => elapsedMs });
});
afterEach(() => service.close());

it("drops what has expired, to the millisecond, a batch at a time", async () => {
  const { store } = service;
  await store.transaction(async () => {
    for (let count = 0; count < batchRowsMax + 1; count++) {
      await store.save("revokedTokens", { jti: `old${count}`, expiresAt: clock.now() });
    }
    await store.save("revokedTokens", { jti: "living", expiresAt: clock.now() + 1 });
  });
  const drop = () => invoke(dropExpiredRevocations, service.context, engine, {});
  expect(await drop()).toEqual({ dropped: batchRowsMax });
  expect(await drop()).toEqual({ dropped: 1 });
  expect(await drop()).toEqual({ dropped: 0 });
  expect((await store.select("revokedTokens")).map(({ jti }) => jti)).toEqual(["living"]);
});

it("drops nothing before its time has passed, whatever the clock says meanwhile", async () => {
  const { store, context } = service;
  const drop = async () => (await invoke(dropExpiredRevocations, context, engine, {})).dropped;
  await store.steadyTime.count();
  await store.transaction(() => revokeToken(context, "revoked", clock.now()));
  const aheadMs = 30 * 24 * 3_600_000;
  clock.advance(aheadMs);
  await store.steadyTime.count();
  expect(await drop()).toBe(0);
  let dropped = 0;
  for (const startedAt = elapsedMs; dropped === 0; elapsedMs += 10_000) {
    expect(elapsedMs - startedAt).toBeLessThan(2 * accessTokenSeconds * 1000);
    await store.steadyTime.count();
    dropped = await drop();
    if (dropped > 0) expect(elapsedMs - startedAt).toBeGreaterThan(accessTokenSeconds * 1000);
  }
  expect(dropped).toBe(1);
});
