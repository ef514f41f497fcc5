// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import { type AccountRoom, openAccountRoom } from "../support/account-room.ts";
import { done, queueCallsIn } from "../support/password-queue-room.ts";
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
