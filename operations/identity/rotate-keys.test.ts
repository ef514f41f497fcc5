import { afterEach, beforeEach, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { invoke } from "../kernel/invoke.ts";
import { mintAccessToken, verifyAccessToken } from "./engine/access-token.ts";
import { activeSigningKey, publicKeys, verificationKey } from "./engine/signing-keys.ts";
import { listKeys } from "./list-keys.ts";
import { rotateKeys } from "./rotate-keys.ts";

const engine = callerOf(
  { key: "", id: "maintenance", superuser: false },
  { kind: "engine", key: null, module: "idtm" },
);
const minute = 60_000;
const clock = new ManualClock();
let opened: TestService;
let other: ServiceContext;

beforeEach(async () => {
  opened = await openTestService({ clock });
  // Another process on the same database: it has a cache of its own.
  other = { ...opened.context, store: await opened.another() };
});
afterEach(() => opened.close());

const rotate = (when: string, discard = false) => invoke(rotateKeys, opened.context, engine, { when, discard });
const states = async () => (await invoke(listKeys, opened.context, engine, {})).map(({ state }) => state).toSorted();
const mint = () =>
  mintAccessToken(opened.context, { sub: "u", gid: "g", ver: 1, client_id: "c", scope: "api" }).then((token) =>
    token.use((text) => text),
  );

it("publishes a key before it signs: others know it when it does", async () => {
  const first = await activeSigningKey(opened.context);
  expect(await states()).toEqual(["active", "next"]);
  const published = (await publicKeys(opened.context)).map(({ kid }) => kid);
  expect(published).toHaveLength(2);
  await expect(rotate("published")).rejects.toMatchObject({ code: "NEXT_KEY_TOO_YOUNG" });
  clock.advance(10 * minute);
  const { active } = await rotate("published");
  expect(published).toContain(active);
  expect((await activeSigningKey(opened.context)).kid).toBe(active);
  expect(active).not.toBe(first.kid);
  expect(await states()).toEqual(["active", "next", "retired"]);
});

it("makes one first key, however many ask for it at the same moment", async () => {
  const asked = [opened.context, other, opened.context, other].map((context) => activeSigningKey(context));
  expect(new Set((await Promise.all(asked)).map(({ kid }) => kid)).size).toBe(1);
  expect(await states()).toEqual(["active", "next"]);
});

it("keeps what a retired key has signed good, and deletes the key after an hour", async () => {
  const token = await mint();
  const { kid } = await activeSigningKey(opened.context);
  await rotate("now");
  expect(await verifyAccessToken(opened.context, token)).toMatchObject({ sub: "u" });
  expect(await verifyAccessToken(other, token)).toMatchObject({ sub: "u" });
  clock.advance(60 * minute);
  expect((await rotate("due")).removed).toEqual([kid]);
  expect(await verificationKey(opened.context, kid)).toBeUndefined();
});

it("is seen by other processes: a new key at once, the change of the signing key within a second", async () => {
  await activeSigningKey(other);
  for (let rotations = 0; rotations < 3; rotations++) await rotate("now");
  const token = await mint();
  expect(await verifyAccessToken(other, token)).toMatchObject({ sub: "u" });
  clock.advance(1_000);
  expect((await activeSigningKey(other)).kid).toBe((await activeSigningKey(opened.context)).kid);
});

it("keeps no private half of a retired key, and none in the clear", async () => {
  await activeSigningKey(opened.context);
  await rotate("now");
  const rows = await opened.store.select("signingKeys");
  expect(rows.map(({ state }) => state)).toEqual(expect.arrayContaining(["retired", "active"]));
  for (const { kid, state, privateKey } of rows) {
    const pem = opened.store.unseal(privateKey, { table: "signingKeys", key: kid, column: "privateKey" });
    expect(pem.use((text) => text.startsWith("-----BEGIN PRIVATE KEY"))).toBe(state !== "retired");
  }
  expect(JSON.stringify([rows, await opened.store.changeLog.read(0, 100)])).not.toContain("PRIVATE KEY");
});

it("can discard a key that became known, with all that it signed", async () => {
  const { kid } = await activeSigningKey(opened.context);
  const token = await mint();
  for (const context of [opened.context, other])
    expect(await verifyAccessToken(context, token)).toMatchObject({ sub: "u" });
  expect((await rotate("now", true)).removed).toEqual([kid]);
  clock.advance(1_000);
  expect((await publicKeys(other)).map((key) => key["kid"])).not.toContain(kid);
  for (const context of [opened.context, other])
    await expect(verifyAccessToken(context, token)).rejects.toMatchObject({ code: "TOKEN_INVALID" });
});

it("goes by itself when the schedule asks after ninety days", async () => {
  const { kid } = await activeSigningKey(opened.context);
  expect(await rotate("due")).toEqual({ removed: [] });
  clock.advance(90 * 24 * 60 * minute);
  expect((await rotate("due")).active).not.toBe(kid);
  expect(await states()).toEqual(["active", "next", "retired"]);
});

it("lets one of two win that rotate side by side", async () => {
  await activeSigningKey(opened.context);
  const results = await Promise.allSettled([rotate("now"), rotate("now"), rotate("now")]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await states()).toEqual(["active", "next", "retired"]);
});

it("shares one look among many unknown key ids", async () => {
  await activeSigningKey(opened.context);
  let reads = 0;
  const counting: ServiceContext = {
    ...other,
    store: new Proxy(other.store, {
      get(store, name) {
        if (name === "select") reads += 1;
        return Reflect.get(store, name) as unknown;
      },
    }),
  };
  const ids = Array.from({ length: 50 }, (_, index) => `invented-${index}`);
  const found = await Promise.all(ids.map((kid) => verificationKey(counting, kid)));
  expect(found.every((key) => key === undefined)).toBe(true);
  expect(reads).toBe(2);
  reads = 0;
  await Promise.all(ids.map((kid) => verificationKey(counting, kid)));
  expect(reads).toBe(1);
});
