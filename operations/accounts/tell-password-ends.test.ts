import { afterEach, beforeEach, expect, test } from "vitest";

import { passwordEndsAtOnce } from "#domain/password-end-limits.ts";
import { dayMs } from "#domain/query/calendar.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { tellPasswordEnds } from "./tell-password-ends.ts";

let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [] } });
});
afterEach(() => room.close());

interface Part {
  readonly userKey?: string | null;
  readonly passwordExpiresAt?: number | null;
  readonly passwordExpired?: boolean;
  readonly enabled?: boolean | null;
  readonly expired?: boolean;
}

async function account(key: string, part: Part): Promise<void> {
  const names = { longId: key, shortId: key, displayId: key, stableId: key };
  const owned = { userKey: room.keyOf("ada"), ...part };
  await room.store.transaction(() => room.store.save("accounts", { key, targetSystemKey: "T1", ...names, ...owned }));
}

const inDays = (days: number) => room.clock.now() + days * dayMs;
const run = () => invoke(tellPasswordEnds, room.context, engineCaller("maintenance", "test"), {});

/** Returns the days of the notices since the last call, after some days. */
async function toldAfter(days: number): Promise<readonly number[]> {
  const known = new Set((await room.store.select("notices")).map(({ key }) => key));
  room.clock.advance(days * dayMs);
  for (let times = 0; times < 2; times += 1) expect(await run()).toEqual({ left: false });
  const rows = (await room.store.select("notices")).filter(({ key }) => !known.has(key));
  for (const { kind, userKey, facts } of rows)
    expect({ kind, userKey, facts }).toMatchObject({
      kind: "passwordExpires",
      userKey: room.keyOf("ada"),
      facts: { targetSystemId: "T1" },
    });
  return rows.map(({ facts }) => Number((facts as Record<string, unknown>)["days"]));
}

test("the owner is told at each step once, and never after the end", async () => {
  await account("a1", { passwordExpiresAt: inDays(20) });
  expect(await toldAfter(0)).toEqual([]);
  expect(await toldAfter(6)).toEqual([14]);
  expect(await toldAfter(5)).toEqual([]);
  expect(await toldAfter(6)).toEqual([3]);
  expect(await toldAfter(2)).toEqual([1]);
  expect(await toldAfter(2)).toEqual([]);
});

test("steps that were missed are told as one, and a new end starts over", async () => {
  await account("a1", { passwordExpiresAt: inDays(2) });
  expect(await toldAfter(0)).toEqual([2]);
  await account("a1", { passwordExpiresAt: null });
  expect(await toldAfter(0.5)).toEqual([]);
  await account("a1", { passwordExpiresAt: inDays(3) });
  expect(await toldAfter(0)).toEqual([3]);
});

test("nobody is told of what they cannot or need not change", async () => {
  const soon = { passwordExpiresAt: inDays(1) };
  await account("ofNobody", { ...soon, userKey: null });
  await account("disabled", { ...soon, enabled: false });
  await account("expired", { ...soon, expired: true });
  await account("mustChange", { ...soon, passwordExpired: true });
  await account("ofDisabled", { ...soon, userKey: room.keyOf("bob") });
  await account("kept", soon);
  await account("keptBefore", soon);
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("bob"), disabled: true });
    for (const [accountKey, policyId] of [
      ["kept", "P1"],
      ["keptBefore", historicalPolicyId],
    ] as const)
      await room.store.save("managedAccounts", {
        key: `m-${accountKey}`,
        managedSystemKey: "M1",
        accountKey,
        policyId,
        status: "C",
      });
  });
  expect(await toldAfter(0)).toEqual([1]);
  expect(await room.store.select("passwordExpiryNotices")).toEqual([
    expect.objectContaining({ accountKey: "keptBefore", days: 1 }),
  ]);
});

test("the setting says when, and an empty one tells nobody", async () => {
  await room.close();
  room = await openRequestRoom({ targets: { T1: [] } }, { passwordExpiryNoticeDays: [] });
  await account("a1", { passwordExpiresAt: inDays(1) });
  expect(await toldAfter(0)).toEqual([]);
});

test("a round is bounded, and further ones tell of the rest", async () => {
  for (let count = 0; count <= passwordEndsAtOnce; count += 1)
    await account(`a${count}`, { passwordExpiresAt: inDays(1) });
  expect([await run(), await run()]).toEqual([{ left: true }, { left: false }]);
  expect(await room.store.count("notices")).toBe(passwordEndsAtOnce + 1);
});
