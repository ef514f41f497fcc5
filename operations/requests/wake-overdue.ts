import { z } from "zod";

import { heldMaxMs, orderFetchMs, overdueMs } from "#domain/engine-limits.ts";
import { lifeOf } from "#domain/proxies/proxy-life.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, le, noneOf, oneOf } from "#domain/query/condition.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";

const keysMax = 500;

/**
 * Wakes overdue requests among the given ones: an attempt is due, no proxy is there for an order, or the engine cannot hold an order
 * anymore. The step that follows reads the rows and decides.
 */
export const wakeOverdue = defineOperation({
  name: "requests.wakeOverdue",
  input: z.strictObject({ keys: z.array(z.string()).max(keysMax) }),
  callers: ["engine"],
  audit: { operation: "RQWO", when: "never" },
  async run(context, { keys }): Promise<{ woken: number }> {
    const { store } = context;
    const where = allOf(oneOf("requestKey", keys), await overdue(context));
    const operations = await store.select("requestOperations", { where, orderBy: [["requestKey", "asc"]] });
    const woken = new Set(operations.map(({ requestKey }) => requestKey));
    for (const workflowId of woken) await store.outbox.add({ workflowType: "request", workflowId });
    return { woken: woken.size };
  },
});

async function overdue({ store, clock }: CallContext): Promise<Expression> {
  const now = clock.now();
  const proxies = await store.select("proxyServers");
  const alive = proxies.filter((proxy) => lifeOf(proxy, now).takesOrders).map(({ id }) => id);
  const inHand = eq("nextTryAt", null);
  const unsent = eq("sends", 0);
  const aloneOnQueue = allOf(noneOf(oneOf("proxyServer", alive)), le("handedOutAt", now - orderFetchMs));
  return allOf(
    eq("result", "P"),
    anyOf(
      le("nextTryAt", now - overdueMs),
      allOf(inHand, unsent, anyOf(aloneOnQueue, le("handedOutAt", now - heldMaxMs.queued))),
      allOf(inHand, noneOf(unsent), le("sentAt", now - heldMaxMs.fetched)),
    ),
  );
}
