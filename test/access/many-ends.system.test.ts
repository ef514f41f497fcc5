// @databases sqlite mariadb
import { afterEach, beforeEach, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";

import { namedObject } from "../support/named-object.ts";
import { openRequestRoom, type RequestRoom } from "../support/request-room.ts";
import { testSize } from "../support/test-size.ts";

const hourMs = 3_600_000;
const count = testSize(80, 10_000);
const pageSize = 50;
let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom();
});
afterEach(() => room.close());

const hasTwo = (accountKey: string | null) => accountKey?.endsWith("0") === true;
const keys = Array.from({ length: count }, (_, index) => `a${index}`);

/** Calls a function for pages of a list, one after another. */
async function inPages<T>(list: readonly T[], work: (page: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < list.length; at += pageSize) await work(list.slice(at, at + pageSize));
}

/** Writes a group with as many members, whose grants all end at the same moment; every tenth member has two. */
async function fill(until: number): Promise<void> {
  const { store } = room;
  await store.transaction(() => store.save("groups", { key: "staff", ...namedObject("staff"), managed: true }));
  await inPages(keys, (page) =>
    store.transaction(async () => {
      for (const key of page) {
        await store.save("accounts", { key, ...namedObject(key), userKey: room.keyOf("ada") });
        await store.add("groupMemberships", { key: `m${key}`, groupKey: "staff", accountKey: key });
      }
    }),
  );
  const grants = await store.select("grants", { where: { kind: "membership" } });
  await inPages(grants, (page) =>
    store.transaction(async () => {
      for (const { key, ...grant } of page) {
        await store.save("grants", { key, until });
        const { kind, targetSystemKey, accountKey, groupKey, userKey, because, from } = grant;
        const same = { kind, targetSystemKey, accountKey, groupKey, userKey, because, from, until };
        if (hasTwo(accountKey)) await store.add("grants", { key: room.context.ids.guid(), ...same });
      }
    }),
  );
}

/** Handles what is due in two hubs at a time until nothing is. */
async function hubs(): Promise<void> {
  const hub = async () => {
    const options = { context: room.context, signal: new AbortController().signal };
    while ((await handleMoments(options, "grant")) > 0);
  };
  await Promise.all([hub(), hub()]);
}

test(
  `${count} ends that are due at once: each access is ended once, none is lost or doubled`,
  { timeout: 1_200_000 },
  async () => {
    const { store, clock } = room;
    const until = clock.now() + hourMs;
    await fill(until);
    await hubs();
    expect(await store.count("requestOperations", { code: "GRUD" })).toBe(0);
    clock.advance(hourMs);
    await hubs();
    const endings = await store.select("requestOperations", { where: { code: "GRUD" }, orderBy: [["key", "asc"]] });
    expect(endings.map(({ accountKey }) => accountKey ?? "").toSorted()).toEqual([...keys].toSorted());
    await inPages(endings, async (page) => {
      for (const { requestKey } of page) await room.step({ key: requestKey });
      const orders = await room.proxy.orders(page.map(({ key }) => key));
      await room.proxy.outcomes(orders.map(({ operationKey, sends }) => ({ operationKey, sends, result: "S" })));
      for (const { requestKey } of page) await room.step({ key: requestKey });
    });
    clock.advance(hourMs);
    await hubs();
    expect(await store.count("groupMemberships", { groupKey: "staff" })).toBe(0);
    const ended = await store.select("grants", { where: { kind: "membership" } });
    expect(new Set(ended.map(({ endedBecause }) => endedBecause))).toEqual(new Set(["expired"]));
    const by = new Map(endings.map(({ key, accountKey }) => [accountKey, key]));
    expect(ended.filter(({ accountKey, endedByOperationKey }) => by.get(accountKey) !== endedByOperationKey)).toEqual(
      [],
    );
    expect(ended).toHaveLength(count + keys.filter(hasTwo).length);
    expect(await store.count("requestOperations", { code: "GRUD" })).toBe(count);
    expect(await store.count("accounts", { userKey: room.keyOf("ada") })).toBe(count);
  },
);
