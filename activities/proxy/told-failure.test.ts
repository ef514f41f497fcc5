import { expect, test } from "vitest";

import { ConnectorError, defineConnector } from "#connectors/contract/index.ts";
import { outcomeSchema } from "#operations/proxies/engine/outcome-schema.ts";
import { systemClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";
import { orderOf } from "#test/support/order.ts";
import { toldConnector } from "#test/support/told-connector.ts";

import { createOrderRunner } from "./run-order.ts";

const log = createLogger({ module: "test", level: "silent" });
const long = "x".repeat(3_000_000);
const odd = { id: "1", type: "account", name: "ada", attributes: {} } as const;

/** Answers of connectors that the service could not accept unchanged. */
const said: Parameters<typeof toldConnector>[1][] = [
  {
    create: async () =>
      Promise.reject(new ConnectorError("policy", long, { targetCode: long, retryAfterMs: Number.NaN })),
  },
  { create: async () => Promise.reject(new ConnectorError("busy", "", { retryAfterMs: -1.5 })) },
  { create: async () => Promise.reject(new Error(long)) },
  { create: async (_session, _request, call) => (call.notice(long), call.notice("\ud800"), { ...odd }) },
  { create: async () => ({ ...odd, attributes: { a: [Number.POSITIVE_INFINITY], [long]: ["1"], b: [long], c: [] } }) },
  { serverInfo: async () => ({ product: "", version: long, clockSkewMs: Number.NaN }) },
];

test.each(said.map((others, index) => [index, others] as const))(
  "whatever a connector says, the service can read the report of it (%i)",
  async (_index, others) => {
    const connector = defineConnector(toldConnector(new Map(), others).definition);
    const runner = createOrderRunner({ connectors: [connector], log, clock: systemClock });
    const codes = others?.serverInfo === undefined ? (["ACUA"] as const) : (["TCON"] as const);
    for (const code of codes) {
      const outcome = await runner.run(orderOf({ connector: "told", address: {}, code }), new AbortController().signal);
      const sent = JSON.stringify(outcome);
      expect(outcomeSchema.safeParse(JSON.parse(sent)).error?.message).toBeUndefined();
      expect(Buffer.byteLength(sent)).toBeLessThan(640 * 1024);
    }
    await runner.close();
  },
);
