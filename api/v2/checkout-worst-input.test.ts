import { afterAll, beforeAll, expect, it } from "vitest";

import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";

let room: CheckoutRoom;

beforeAll(async () => {
  room = await openCheckoutRoom();
});
afterAll(() => room.close());

const mebibyte = "x".repeat(1_048_576);
const texts: readonly unknown[] = [mebibyte, "x".repeat(401), " ", "\u0000", 7, null, [], {}, true];

it("takes no text that is too long, empty or none, at any door, and writes nothing of it", async () => {
  const { key } = (await room.ask("trudy")).json;
  const { accountKey } = room;
  const before = await room.checkout(key);
  const doors: readonly (readonly [string, string, (text: unknown) => object])[] = [
    ["trudy", "checkouts", (reason) => ({ managedAccountKey: accountKey, reason })],
    ["tom", "checkouts", (ticket) => ({ managedAccountKey: accountKey, reason: "why", ticket: ticket ?? 0 })],
    ["fay", "checkouts", (code) => ({ managedAccountKey: accountKey, reason: "why", code: code ?? 0 })],
    ["tom", "checkouts", (minutes) => ({ managedAccountKey: accountKey, reason: "why", minutes: minutes ?? 0 })],
    ["tom", "checkouts", (managedAccountKey) => ({ managedAccountKey, reason: "why" })],
    ["trudy", `checkouts(${key})/extend`, (reason) => ({ minutes: 1, reason })],
    ["trudy", `checkouts(${key})/extend`, (minutes) => ({ minutes: minutes === 7 ? 10_081 : minutes, reason: "why" })],
    ["olga", `checkouts(${key})/revoke`, (reason) => ({ reason })],
    ["olga", `checkouts(${key})/review`, (review) => ({ review })],
    ["trudy", `checkouts(${key})/disclose`, (plugin) => ({ plugin: plugin ?? 0 })],
    ["trudy", `checkouts(${key})/reveal`, (token) => ({ token })],
    ["fay", `managedAccounts(${accountKey})/vouch`, (purpose) => ({ purpose })],
  ];
  const taken: unknown[] = [];
  for (const [who, path, bodyOf] of doors)
    for (const text of texts) {
      // A number is valid where the body has one.
      if (path === "checkouts" && text === 7 && "minutes" in bodyOf(text)) continue;
      const { status, text: said } = await room.call(who, "POST", path, bodyOf(text));
      if (status < 400 || status >= 500 || said.length > 4_000 || said.includes(room.first))
        taken.push([who, path, String(text).slice(0, 9), status, said.slice(0, 300)]);
    }
  expect(taken).toEqual([]);
  expect(await room.checkout(key)).toEqual(before);
  expect([await room.store.count("checkouts"), await room.store.count("disclosures")]).toEqual([1, 0]);
  expect(await room.store.count("vouchings")).toBe(0);
}, 60_000);

it("keeps its limits under hundreds of calls at once: one holder, one check-out a person, no place left behind", async () => {
  const { key } = (await room.store.select("checkouts"))[0] ?? { key: "" };
  const calls = Array.from({ length: 200 }, (_, index) => room.ask(index % 2 === 0 ? "tom" : "trudy"));
  const answers = await Promise.all(calls);
  expect(answers.filter(({ status }) => status === 201)).toEqual([]);
  expect(await room.store.count("checkouts", { status: "checkedOut" })).toBe(1);
  const backs = await Promise.all(
    Array.from({ length: 20 }, () => room.call("trudy", "POST", `checkouts(${key})/checkIn`, {})),
  );
  expect(backs.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await room.store.count("runs")).toBe(1);
  await room.changePassword("second-Password-2");
  const next = await Promise.all(Array.from({ length: 50 }, (_, index) => room.ask(index % 2 === 0 ? "tom" : "trudy")));
  expect(next.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await room.store.count("checkouts", { status: "checkedOut" })).toBe(1);
}, 60_000);
