// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { placesOf, rememberPasswords } from "#operations/requests/engine/password-history.ts";
import { systemIds as ids } from "#platform/ids.ts";
import type { Store } from "#store/store.ts";

import { type AccountRoom, openAccountRoom } from "../support/account-room.ts";
import { suiteDialect } from "../support/database.ts";
import { done, queueCallsIn } from "../support/password-queue-room.ts";
import { openTestStore } from "../support/store.ts";
import { testSize } from "../support/test-size.ts";

const rounds = testSize(5, 60);

let room: AccountRoom;
beforeAll(async () => {
  room = await openAccountRoom();
});
afterAll(() => room?.close());

const { reset, operation, endWork } = queueCallsIn(() => room);

test("of two changes that a proxy fetches in one moment one is sent alone, and the newer one is the last", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const changes = [await reset(`Older-${round}, passw0rd`), await reset(`Newer-${round}, passw0rd`)];
    for (const { requestKey } of changes) await room.step({ key: requestKey });
    const sent: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const open = [];
      for (const { key } of changes) if ((await operation(key)).result === "P") open.push(key);
      const fetched = await Promise.all(open.map((key) => room.proxy.orders([key])));
      const orders = fetched.flat();
      expect([round, orders.length]).toEqual([round, open.length === 0 ? 0 : 1]);
      for (const { operationKey, sends } of orders) {
        sent.push(operationKey);
        await room.proxy.outcomes([{ ...done, operationKey, sends }]);
      }
      // Those that were given back are handed out again, or end.
      room.clock.advance(5_000);
      for (const key of open) await endWork(key);
    }
    expect([round, sent.at(-1)]).toEqual([round, changes[1]?.key]);
    const results = await Promise.all(changes.map(async ({ key }) => (await operation(key)).result));
    expect(results).toEqual([sent.length === 2 ? "S" : "F", "S"]);
  }
});

// SQLite has one writer at a time.
test.runIf(suiteDialect() === "mariadb")(
  "of two processes that set the first password of an account at once each knows that of the other later",
  async () => {
    const opened = await openTestStore();
    try {
      const accountKey = ids.guid();
      let looked = 0;
      const bothHaveLooked = Promise.withResolvers<undefined>();
      const remember = (store: Store, password: string) => {
        const select: Store["select"] = async (table, selection) => {
          const rows = await store.select(table, selection);
          if (table === "passwordDigests" && (looked += 1) === 2) bothHaveLooked.resolve(undefined);
          if (table === "passwordDigests") await bothHaveLooked.promise;
          return rows;
        };
        const set = { accountKey, password: new Secret(password), turn: 1, senderKey: null };
        return store.transaction(() => rememberPasswords({ store: { ...store, select }, ids }, [set]));
      };
      const passwords = ["Lighthouse 7 on the hill", "Windmill 9 by the river"] as const;
      await Promise.all([remember(opened.store, passwords[0]), remember(await opened.another(), passwords[1])]);
      const places = await Promise.all(
        passwords.map((password) => placesOf(opened, [accountKey], new Secret(password))),
      );
      expect(places.flat().toSorted()).toEqual([1, 2]);
    } finally {
      await opened.close();
    }
  },
);
