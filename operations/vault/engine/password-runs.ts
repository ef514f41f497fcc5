import { chunkOperationsMax } from "#domain/limits.ts";
import { allOf, anyOf, eq, ne, oneOf, related } from "#domain/query/condition.ts";
import { dependantGivenUpMs, vaultOrderGivenUpMs } from "#domain/vault-run-limits.ts";

import { chosenProxy, proxyOfTarget } from "../../abilities/serving-proxy.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { ItemEnd, ProxyLanes, RunItem, RunKind } from "../../kernel/run-kind.ts";
import { askingDependants } from "./ask-dependant.ts";
import { beginOrders } from "./begin-orders.ts";
import { endOrders } from "./end-orders.ts";
import { vaultSource } from "./order-step.ts";
import { planPage } from "./plan-run.ts";
import { isToBeGivenUp } from "./stranded-orders.ts";

type Count = Parameters<RunKind<CallContext>["report"]["done"]>[1];

const byProxies: ProxyLanes<CallContext, "vaultOrders"> = {
  chunk: chunkOperationsMax,
  proxyOf: proxyOfTarget,
  endUnserved: endWithout,
  async isToBeTakenBack(context, run, targetSystemKey) {
    const target = await context.store.get("targetSystems", targetSystemKey);
    if (target === undefined) return false;
    return isToBeGivenUp(context, run, { targetSystemKey, proxy: await chosenProxy(context, target) });
  },
  begin: (context, run, { items, proxy }) => beginOrders(context, run, items, proxy),
};

/** Returns the end of an order whose target is disabled: a dependent that cannot be told makes the change fail. */
function endWithout({ dependantKey }: RunItem<"vaultOrders">): ItemEnd {
  const message = "Its target system is disabled, or gone.";
  return dependantKey === null
    ? { result: "X", errorCode: null, message }
    : { result: "F", errorCode: "config", message };
}

const overManagedAccounts = {
  title: "A run over managed accounts",
  source: vaultSource,
  items: { table: "vaultOrders", heldBy: "openAccountKey" },
  givenUpMs: ({ dependantKey }) => (dependantKey === null ? vaultOrderGivenUpMs : dependantGivenUpMs),
  isFetched: ({ managedHostKey }) => managedHostKey !== null,
  plan: planPage,
  end: (context, run, ending) =>
    endOrders(
      context,
      run,
      ending.map(({ item: order, end }) => ({ order, end })),
    ),
  byProxies,
  byService: askingDependants,
} satisfies Omit<RunKind<CallContext, "vaultOrders">, "report">;

const report = {
  named: anyOf(eq("followedByKey", null), ne("dependantKey", null)),
  row: ({ managedAccountKey, errorCode, message }: RunItem<"vaultOrders">) => ({
    managedAccountKey,
    errorCode,
    message,
  }),
};

/** The kind of runs that give managed accounts other passwords. */
export const randomization: RunKind<CallContext, "vaultOrders"> = {
  ...overManagedAccounts,
  report: { ...report, done: (run, count) => changed(count, run.key) },
};

/** The kind of runs that ask targets what opens managed accounts. */
export const verification: RunKind<CallContext, "vaultOrders"> = {
  ...overManagedAccounts,
  report: { ...report, done: (_run, count) => count(eq("act", "verify"), eq("result", "S")) },
};

/** Counts passwords that were set and count, and those that an earlier run has set and whose last dependant has learnt them in this one. */
async function changed(count: Count, runKey: string): Promise<number> {
  const succeeded = eq("result", "S");
  const confirmed = eq("status", "C");
  const own = await count(eq("act", "set"), succeeded, related("entry", confirmed));
  const learnt = allOf(eq("followedByKey", null), oneOf("act", ["tell", "test"]), succeeded);
  return own + (await count(learnt, related("entry", allOf(confirmed, ne("runKey", runKey)))));
}
