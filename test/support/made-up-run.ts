import { allOf, always, eq, gt } from "#domain/query/condition.ts";
import type { CallContext, ServiceContext } from "#operations/kernel/context.ts";
import type { RunItem, RunKind } from "#operations/kernel/run-kind.ts";
import type { WantedRun } from "#operations/runs/engine/run-life.ts";
import { serviceTables } from "#operations/tables/service-tables.ts";
import type { Row } from "#store/tables.ts";

/** A run of a kind that the service does not have. */
export const greetingRun: WantedRun = {
  kind: "greet" as Row<"runs">["kind"],
  reason: "asked",
  policyId: null,
  accountKeys: null,
};

/** The people whom one page of a plan takes. */
export const greetedPageRows = 3;
/** The people whom a lane has in its hands at a time. */
export const greetedAtOnce = 2;
/** The person whose greeting always fails. */
export const unkind = "dan";

const toItems = { table: "vaultOrders", heldBy: "openAccountKey" } as const;

/**
 * Makes the kind of runs that greet each person: the service does, in a lane for each half of the alphabet, a page of people after the
 * other.
 * @param greeted is told of each person who was greeted
 */
function greeting(greeted: (id: string) => void): RunKind<CallContext, "vaultOrders"> {
  const idOf = async ({ store }: Pick<CallContext, "store">, key: string) => {
    const item = await store.get(toItems.table, key);
    return (await store.get("users", item?.managedAccountKey ?? ""))?.id ?? "";
  };
  return {
    title: "A run that greets",
    source: "greet",
    items: toItems,
    givenUpMs: () => 60_000,
    isFetched: () => false,
    async plan({ store, ids, clock }, run) {
      const [last] = await store.select(toItems.table, {
        where: eq("runKey", run.key),
        orderBy: [["managedAccountKey", "desc"]],
        limit: 1,
      });
      const people = await store.select("users", {
        where: last === undefined ? always : gt("key", last.managedAccountKey),
        orderBy: [["key", "asc"]],
        limit: greetedPageRows,
      });
      for (const { key, id } of people)
        await store.add(toItems.table, {
          key: ids.guid(),
          runKey: run.key,
          managedAccountKey: key,
          targetSystemKey: id < "c" ? "a to b" : "c to z",
          act: "tell",
          createdAt: clock.now(),
        });
      return people.length === greetedPageRows;
    },
    async end({ store, clock }, _run, ending) {
      for (const { item, end } of ending)
        await store.save(toItems.table, { key: item.key, ...end, endedAt: clock.now(), openAccountKey: null });
    },
    byService: {
      chunk: greetedAtOnce,
      has: () => true,
      async begin({ store, clock }, key) {
        const item = await store.lock(toItems.table, key);
        const run = await store.get("runs", item?.runKey ?? "");
        if (item?.result !== null || run?.state === "paused" || run?.state === "stopped") return null;
        const begun = { openAccountKey: item.managedAccountKey, begunAt: clock.now() };
        await store.save(toItems.table, { key, ...begun, sends: item.sends + 1 });
        return item.sends + 1;
      },
      async act(context, key) {
        const id = await idOf(context, key);
        if (id === unkind) return { result: "F", code: "policy", message: `${id} wants no greeting.` };
        greeted(id);
        return { result: "S" };
      },
      async record({ store, clock }, key, { answer: { result, code = null, message = null } }) {
        const end = { result, errorCode: code, message, endedAt: clock.now(), openAccountKey: null };
        await store.save(toItems.table, { key, ...end });
      },
    },
    report: {
      done: (_run, count) => count(allOf(eq("act", "tell"), eq("result", "S"))),
      named: always,
      row: ({ managedAccountKey, message }: RunItem<"vaultOrders">) => ({ person: managedAccountKey, words: message }),
    },
  };
}

/** Makes the tables of a service that has the kind `greet` beside its own; nothing else of it is changed. */
export function withGreeting(greeted: (id: string) => void = () => undefined): ServiceContext["tables"] {
  const kind = greeting(greeted);
  return {
    ...serviceTables,
    runKinds: async () => new Map([...(await serviceTables.runKinds()), ["greet", kind]]),
  };
}
