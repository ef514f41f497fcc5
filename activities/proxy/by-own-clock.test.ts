import { expect, test } from "vitest";

import { connectorCallMs } from "#domain/limits.ts";
import { vaultOrderLateMs } from "#domain/vault-run-limits.ts";
import { orderOf } from "#test/support/order.ts";

import { byOwnClock } from "./by-own-clock.ts";

const hub = 1_800_000_000_000;
const handedOut = orderOf({ connector: "sqlite", address: {}, deadlineMs: hub + connectorCallMs });

test.each([-3_600_000, -60_000, 0, 60_000, 3_600_000])(
  "a clock that is %i ms ahead leaves an order the time that the service gives it",
  (ahead) => {
    const moments = { askedAt: hub + ahead - 5, receivedAt: hub + ahead + 5 };
    const { deadlineMs } = byOwnClock({ ...handedOut, leftMs: connectorCallMs }, moments);
    expect(deadlineMs - moments.receivedAt).toBe(connectorCallMs);
  },
);

test("an answer that was long on its way leaves no more than the service counts with", () => {
  const moments = { askedAt: hub, receivedAt: hub + vaultOrderLateMs - 1_000 };
  const { deadlineMs } = byOwnClock({ ...handedOut, leftMs: connectorCallMs }, moments);
  expect(deadlineMs).toBe(hub + vaultOrderLateMs);
});

test("the order of an earlier service keeps its moment", () => {
  expect(byOwnClock(handedOut, { askedAt: 1, receivedAt: 2 })).toEqual(handedOut);
});
