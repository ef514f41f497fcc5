import { expect, test } from "vitest";

import { seriesMax, targetsMax } from "#domain/metric-limits.ts";

import { createJoinedMetrics } from "./joined-metrics.ts";
import { createRecordedMetrics } from "./recorded-metrics.ts";

const seriesOf = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
const valueOf = (text: string, series: string) => {
  const line = seriesOf(text).find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};
const signedIn = 'gatehouse_sign_ins_total{result="ok"}';

async function textOf(...all: readonly ReturnType<typeof createRecordedMetrics>[]): Promise<string> {
  const snapshots = await Promise.all(all.map((one) => one.snapshot()));
  return createJoinedMetrics().text(snapshots.map((snapshot) => ({ snapshot, isFresh: true })));
}

test("counters of processes are added, and gauges are taken as the table says", async () => {
  const [api, hub] = [createRecordedMetrics(), createRecordedMetrics()];
  api.count("signIns", { result: "ok" }, 2);
  hub.count("signIns", { result: "ok" }, 3);
  for (const [one, value] of [
    [api, 1],
    [hub, 0],
  ] as const)
    one.set("databaseUp", {}, value);
  for (const one of [api, hub]) one.replace("outboxWaiting", [{ labels: {}, value: 7 }]);
  api.observe("httpSeconds", { interface: "v2" }, 0.2);
  hub.observe("httpSeconds", { interface: "v2" }, 20);
  const text = await textOf(api, hub);
  expect(valueOf(text, signedIn)).toBe(5);
  expect(valueOf(text, "gatehouse_database_up")).toBe(0);
  expect(valueOf(text, "gatehouse_outbox_waiting")).toBe(7);
  const seconds = "gatehouse_http_request_duration_seconds";
  expect(seriesOf(text).filter((line) => line.startsWith(seconds))).toEqual(
    [0, 0, 0, 1, 1, 1, 1, 1]
      .map((count, index) => [[0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10][index], count])
      .map(([le, count]) => `${seconds}_bucket{le="${le}",interface="v2"} ${count}`)
      .concat(
        `${seconds}_bucket{le="+Inf",interface="v2"} 2`,
        `${seconds}_sum{interface="v2"} 20.2`,
        `${seconds}_count{interface="v2"} 2`,
      ),
  );
});

test("what an ended process has counted stays, and its gauges go", async () => {
  const joined = createJoinedMetrics();
  const first = createRecordedMetrics();
  first.count("signIns", { result: "ok" }, 4);
  first.set("databaseUp", {}, 0);
  first.observe("operationSeconds", { kind: "read" }, 1);
  await joined.keep(await first.snapshot());
  expect(valueOf(await joined.text([]), signedIn)).toBe(4);
  expect(valueOf(await joined.text([]), "gatehouse_database_up")).toBeUndefined();
  const second = createRecordedMetrics();
  second.count("signIns", { result: "ok" });
  const text = await joined.text([{ snapshot: await second.snapshot(), isFresh: true }]);
  expect(valueOf(text, signedIn)).toBe(5);
  expect(valueOf(text, 'gatehouse_operation_duration_seconds_count{kind="read"}')).toBe(1);
  const silent = await joined.text([{ snapshot: await second.snapshot(), isFresh: false }]);
  expect(valueOf(silent, signedIn)).toBe(5);
});

test("processes that count other names each stay within the limits together, and no sum falls", async () => {
  const joined = createJoinedMetrics();
  const sums: number[] = [];
  for (let run = 0; run < 6; run += 1) {
    const metrics = createRecordedMetrics();
    for (let turn = 0; turn < 3_000; turn += 1) {
      const name = `${run}-${turn}`;
      metrics.count("httpRequests", { route: `/x${name}`, method: `M${turn}`, class: "4xx" });
      metrics.count("operations", { operation: name, result: "ok" });
      metrics.count("targetOperations", { target: name, result: "failed" });
      metrics.raise("targetLastSuccess", { target: name }, turn);
    }
    const targets = Array.from({ length: 5_000 }, (_, index) => ({ labels: { target: `${run} ${index}` }, value: 1 }));
    metrics.replace("targetQueue", targets);
    const text = await joined.text([{ snapshot: await metrics.snapshot(), isFresh: true }]);
    expect(seriesOf(text).length).toBeLessThanOrEqual(seriesMax);
    expect(valueOf(text, 'gatehouse_target_operations_waiting{target="other"}')).toBe(5_000 - targetsMax);
    sums.push(valueOf(text, 'gatehouse_operations_total{operation="other",result="ok"}') ?? 0);
    await joined.keep(await metrics.snapshot());
  }
  expect(sums).toEqual(sums.toSorted((a, b) => a - b));
});

test("a gauge that nobody has set has no value, and one whose figures are gone has none any more", async () => {
  const metrics = createRecordedMetrics();
  expect(seriesOf(await textOf(metrics))).toEqual([]);
  metrics.replace("outboxWaiting", [{ labels: {}, value: 1 }]);
  metrics.replace("outboxWaiting", []);
  expect(seriesOf(await textOf(metrics))).toEqual([]);
});

test("a name cannot write a line, a label or a value of its own", async () => {
  const metrics = createRecordedMetrics();
  const names = ['a"} 1\ngatehouse_up 1', "back\\slash", "line\r\nbreak", '{x="y"}', "\u{1F600}\u0000"];
  metrics.replace(
    "targetQueue",
    names.map((target) => ({ labels: { target }, value: 3 })),
  );
  const lines = (await textOf(metrics)).split(/\n/).filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines).toHaveLength(names.length);
  for (const line of lines)
    expect(line).toMatch(/^gatehouse_target_operations_waiting\{target="(?:[^"\\]|\\["\\n])*"\} 3$/);
});

test("a snapshot survives the channel between processes", async () => {
  const metrics = createRecordedMetrics();
  metrics.count("signIns", { result: "refused" });
  metrics.observe("httpSeconds", { interface: "v2" }, 0.001);
  const snapshot = await metrics.snapshot();
  const travelled = JSON.parse(JSON.stringify(snapshot)) as typeof snapshot;
  const joined = createJoinedMetrics();
  const direct = await joined.text([{ snapshot, isFresh: true }]);
  expect(await joined.text([{ snapshot: travelled, isFresh: true }])).toBe(direct);
});
