import { afterEach, beforeEach, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { openTestService, type TestService } from "#test/support/service.ts";

import { createRevokedTokens } from "./revoked-tokens.ts";

const clock = new ManualClock();
let service: TestService;

beforeEach(async () => {
  service = await openTestService({ clock });
});
afterEach(() => service.close());

const minuteMs = 60_000;

async function revoke(jti: string, lifeMs = 6 * minuteMs): Promise<void> {
  const { store } = service;
  await store.transaction(() => store.save("revokedTokens", { jti, expiresAt: clock.now() + lifeMs }));
}

it("knows what was revoked before and after it was made, token or session", async () => {
  await revoke("before");
  const revoked = createRevokedTokens(service.context);
  await revoke("after");
  expect(await revoked.has("before", "s")).toBe(true);
  expect(await revoked.has("t", "after")).toBe(true);
  expect(await revoked.has("t", "s")).toBe(false);
});

it("answers without the database once it has read", async () => {
  const revoked = createRevokedTokens(service.context);
  await revoked.has("t", "s");
  await revoke("t");
  expect([revoked.has("t", "s"), revoked.has("u", "s")]).toEqual([true, false]);
});

it("reads again where the first reading failed", async () => {
  const { store, ...rest } = service.context;
  let failing = true;
  const select: typeof store.select = async (...given) => {
    if (failing) throw new Error("away");
    return store.select(...given);
  };
  await revoke("t");
  const revoked = createRevokedTokens({ ...rest, store: { ...store, select } });
  await expect(revoked.has("t", "s")).rejects.toThrow("away");
  failing = false;
  expect(await revoked.has("t", "s")).toBe(true);
});

/** Removes revocations from the table, as happens when they have expired. */
async function drop(...identifiers: readonly string[]): Promise<void> {
  const { store } = service;
  await store.transaction(async () => {
    for (const jti of identifiers) await store.remove("revokedTokens", jti);
  });
}

it("forgets what was dropped from the table, and nothing by its clock", async () => {
  const revoked = createRevokedTokens(service.context, 2);
  await revoked.has("t", "s");
  await revoke("first", minuteMs);
  await revoke("second", minuteMs);
  clock.advance(30 * 24 * 60 * minuteMs);
  expect([revoked.has("first", "s"), revoked.has("s", "second")]).toEqual([true, true]);
  await drop("first", "second");
  await revoke("third");
  await revoke("fourth");
  // Both fit, so no one must ask the database.
  expect([revoked.has("third", "s"), revoked.has("s", "fourth"), revoked.has("first", "s")]).toEqual([
    true,
    true,
    false,
  ]);
});

it.each(["kept by notices", "found at the first reading"])("misses none of more than it may hold, %s", async (when) => {
  const early = when === "kept by notices" ? createRevokedTokens(service.context, 3) : undefined;
  await early?.has("t", "s");
  const names = Array.from({ length: 8 }, (_, count) => `t${count}`);
  for (const name of names) await revoke(name);
  const revoked = early ?? createRevokedTokens(service.context, 3);
  for (const name of names) expect(await revoked.has(name, "s")).toBe(true);
  expect(await revoked.has("t", "s")).toBe(false);
  await drop(...names.slice(1));
  // The remaining ones fit, and are read again.
  expect(await revoked.has("t", "s")).toBe(false);
  expect([revoked.has("t", "s"), revoked.has("t0", "s"), revoked.has("t7", "s")]).toEqual([false, true, false]);
});
