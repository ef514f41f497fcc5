import { createOrderRunner } from "#activities/proxy/run-order.ts";
import { systemClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";

import faultConnector from "./fault-connector.ts";
import { orderOf } from "./order.ts";

// A process of its own that carries out the orders in its arguments (parts as JSON), one after the other, and prints each outcome.
const orders = JSON.parse(process.argv[2] ?? "[]") as Parameters<typeof orderOf>[0][];
const log = createLogger({ module: "order-process", level: "silent" });
const runner = createOrderRunner({ connectors: [faultConnector], log, clock: systemClock });
const { signal } = new AbortController();
for (const order of orders) console.log(JSON.stringify(await runner.run(orderOf(order), signal)));
await runner.close();
