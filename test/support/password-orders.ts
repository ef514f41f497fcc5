import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createOrderRunner, type OrderRunner } from "#activities/proxy/run-order.ts";
import { type Connector, defineConnector } from "#connectors/contract/index.ts";
import sqliteConnector from "#connectors/sqlite/sqlite.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { systemClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";

import { type OrderPart, orderOf } from "./order.ts";

/** A target system in a file, with one account whose password is `first-password`, and runners of orders for it. */
export interface PasswordOrders {
  /** Runs an order by the connector as it is, or by another runner. */
  run(part: OrderPart, by?: OrderRunner): Promise<Outcome>;
  /** Returns a runner whose connector has some operations of a test's own. */
  changed(operations: object): OrderRunner;
  runnerOf(connector: Connector): OrderRunner;
  close(): Promise<void>;
}

/** Makes the target system and its account. */
export async function openPasswordOrders(): Promise<PasswordOrders> {
  const folder = mkdtempSync(join(tmpdir(), "password-orders-"));
  const address = { file: join(folder, "target.db"), passwordLengthMin: 8, passwordHistory: 3, failuresMax: 3 };
  const log = createLogger({ module: "test", level: "silent" });
  const { signal } = new AbortController();
  const { definition } = sqliteConnector;
  const runners: OrderRunner[] = [];
  const runnerOf = (connector: Connector) => {
    const made = createOrderRunner({ connectors: [connector], log, clock: systemClock });
    runners.push(made);
    return made;
  };
  const runner = runnerOf(sqliteConnector);
  const orders: PasswordOrders = {
    runnerOf,
    run: (part, by = runner) => by.run(orderOf({ connector: "sqlite", address, ...part }), signal),
    changed: (operations) =>
      runnerOf(defineConnector({ ...definition, operations: { ...definition.operations, ...operations } })),
    async close() {
      for (const one of runners) await one.close();
      rmSync(folder, { recursive: true });
    },
  };
  await orders.run({ code: "ACUA", password: "first-password" });
  return orders;
}
