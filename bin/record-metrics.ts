import { X509Certificate } from "node:crypto";

import { figuresKeptMs, providersMax, proxiesReadMax, targetsMax } from "#domain/metric-limits.ts";
import type { LabelsOf, MetricKey } from "#domain/metrics/metric-table.ts";
import { isOnline, takesOrders } from "#domain/proxies/proxy-instance.ts";
import { instancesOf } from "#domain/proxies/proxy-life.ts";
import { openStatuses, type RequestStatus } from "#domain/requests/request-status.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import type { GaugeValue, RecordedMetrics } from "#platform/metrics/recorded-metrics.ts";
import type { Figures } from "#store/figures.ts";
import type { Row } from "#store/tables.ts";

/** Source of the metrics about the record. */
export interface RecordMetrics {
  /** Takes the figures of the record unless those of a moment ago are still good; rejects while the database does not answer. */
  take(): Promise<void>;
  /** Forgets the figures, because nobody knows whether they still hold. */
  forget(): void;
}

type Services = Pick<ServiceContext, "store" | "clock">;

/** Owner of the reads, which take turns with those of callers. */
const owner = "metrics";
const hourMs = 3_600_000;
const recordKeys = [
  "targetQueue",
  "requestsOpen",
  "outboxWaiting",
  "outboxOldest",
  "momentsWaiting",
  "momentsOverdue",
  "passwordQueue",
  "passwordQueueOldest",
  "vaultAccounts",
  "vaultOverdue",
  "proxyOnline",
  "proxyLastSeen",
  "proxyQueue",
  "proxyClockOffset",
  "certificateEnd",
  "auditPending",
  "auditBehind",
] as const satisfies readonly MetricKey[];

type RecordKey = (typeof recordKeys)[number];
type RecordValues = { readonly [Key in RecordKey]: readonly GaugeValue<Key>[] };

const statusLabels: Readonly<Record<string, LabelsOf<"requestsOpen">["status"]>> = {
  P: "processing",
  A: "authorizers",
  W: "waiting",
  H: "onHold",
  S: "scheduled",
  X: "performing",
  I: "implementer",
} satisfies Partial<Record<RequestStatus, string>>;

const vaultLabels: Readonly<Record<string, string>> = { C: "confirmed", U: "uncertain", conflict: "conflict" };

/** Makes the source. While figures are read nobody reads them again, however long the database takes. */
export function createRecordMetrics(services: Services, metrics: RecordedMetrics): RecordMetrics {
  let reading: Promise<void> | undefined;
  let takenAtMs = Number.NEGATIVE_INFINITY;
  const read = async () => {
    const { values, lastSuccesses } = await readValues(services);
    for (const key of recordKeys) metrics.replace(key, values[key] as readonly GaugeValue<typeof key>[]);
    for (const { targetSystemKey, at } of lastSuccesses)
      metrics.raise("targetLastSuccess", { target: targetSystemKey }, at / 1000);
    takenAtMs = performance.now();
  };
  return {
    take() {
      if (performance.now() - takenAtMs < figuresKeptMs) return Promise.resolve();
      reading ??= read().finally(() => (reading = undefined));
      return reading;
    },
    forget() {
      takenAtMs = Number.NEGATIVE_INFINITY;
      for (const key of recordKeys) metrics.replace(key, []);
    },
  };
}

async function readValues({
  store,
  clock,
}: Services): Promise<Pick<Figures, "lastSuccesses"> & { values: RecordValues }> {
  const now = clock.now();
  const reads = store.readsFor(owner);
  const orderBy = [["id", "asc"]] as const;
  const proxies = await reads.select("proxyServers", { where: { status: "enrolled" }, orderBy, limit: proxiesReadMax });
  // One more than have a series of their own, so that the one of the others is there.
  const providers = await reads.select("samlProviders", { where: { enabled: true }, orderBy, limit: providersMax + 1 });
  const targets = await reads.select("targetSystems", { where: { enabled: true }, orderBy, limit: targetsMax + 1 });
  const figures = await store.figuresFor(owner, {
    now,
    overdueBefore: now - hourMs,
    openStatuses,
    proxies: proxies.map(({ id }) => id),
  });
  const { operationsWaiting, lastSuccesses } = figures;
  const values = {
    ...countsOf(figures, now),
    targetQueue: sums(targets, operationsWaiting, "targetSystemKey").map(([target, value]) => ({
      labels: { target },
      value,
    })),
    proxyQueue: sums(proxies, operationsWaiting, "proxyServer").map(([proxy, value]) => ({ labels: { proxy }, value })),
    ...proxyValues(proxies, now),
    certificateEnd: providers.flatMap(({ id, certificates }) => {
      const end = lastEnd(certificates);
      return end === undefined ? [] : [{ labels: { provider: id }, value: end / 1000 }];
    }),
  };
  return { values, lastSuccesses };
}

function countsOf(figures: Figures, now: number) {
  const secondsSince = (at: number | null) => [{ labels: {}, value: at === null ? 0 : Math.max(0, now - at) / 1000 }];
  const one = (value: number) => [{ labels: {}, value }];
  const { requestsOpen, vaultAccounts, auditBehind } = figures;
  const countOf = (rows: Figures["requestsOpen"], name: string) => rows.find((row) => row.name === name)?.count ?? 0;
  return {
    requestsOpen: Object.entries(statusLabels).map(([letter, status]) => ({
      labels: { status },
      value: countOf(requestsOpen, letter),
    })),
    outboxWaiting: one(figures.outboxWaiting),
    outboxOldest: secondsSince(figures.outboxOldestAt),
    momentsWaiting: one(figures.momentsWaiting),
    momentsOverdue: secondsSince(figures.momentDueAt),
    passwordQueue: one(figures.passwordQueueWaiting),
    passwordQueueOldest: secondsSince(figures.passwordQueueOldestAt),
    vaultAccounts: Object.entries(vaultLabels).map(([letter, status]) => ({
      labels: { status },
      value: countOf(vaultAccounts, letter),
    })),
    vaultOverdue: one(figures.vaultOverdue),
    auditPending: one(figures.auditPending),
    auditBehind: auditBehind.map(({ name, count }) => ({ labels: { sink: name }, value: count })),
  };
}

function proxyValues(proxies: readonly Row<"proxyServers">[], now: number) {
  const lives = proxies.map((proxy) => ({
    proxy: proxy.id,
    seenAt: proxy.lastSeenAt ?? 0,
    instances: instancesOf(proxy),
  }));
  return {
    proxyOnline: lives.map(({ proxy, instances }) => ({
      labels: { proxy },
      value: instances.some((instance) => takesOrders(instance, now)) ? 1 : 0,
    })),
    proxyLastSeen: lives.map(({ proxy, seenAt }) => ({ labels: { proxy }, value: seenAt / 1000 })),
    proxyClockOffset: lives.map(({ proxy, instances }) => {
      const running = instances.filter((instance) => isOnline(instance, now));
      return { labels: { proxy }, value: Math.max(0, ...running.map((one) => Math.abs(one.clockSkewMs))) / 1000 };
    }),
  };
}

/** Returns the number of waiting operations by name: first those of the named rows, then those of all others. */
function sums(
  named: readonly { readonly id: string }[],
  waiting: Figures["operationsWaiting"],
  by: "proxyServer" | "targetSystemKey",
): readonly (readonly [string, number])[] {
  const counts = new Map(named.map(({ id }) => [id, 0]));
  for (const { [by]: name, count } of waiting) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts];
}

/** Returns the time at which the last of several certificates expires: until then one of them holds. */
function lastEnd(certificates: readonly string[]): number | undefined {
  const ends = certificates.flatMap((pem) => {
    try {
      return [new X509Certificate(pem).validToDate.getTime()];
    } catch {
      // A certificate of an earlier version that this one cannot read is told at sign-ins.
      return [];
    }
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}
