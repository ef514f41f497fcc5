import { expect, test } from "vitest";

import { createLabelCap } from "./label-cap.ts";
import { seriesAtMost } from "./metric-definition.ts";
import { allMetrics, metricTable } from "./metric-table.ts";

test("a value that is not in the list of its label becomes other", () => {
  const cap = createLabelCap(metricTable.httpRequests);
  expect(cap({ route: "/v2/users", method: "BREW", class: "9xx" })).toEqual({
    route: "/v2/users",
    method: "other",
    class: "other",
  });
  expect(cap({ route: "/v2/users" })).toEqual({ route: "/v2/users", method: "other", class: "other" });
});

test("what came first keeps its series, and what comes too late shares one", () => {
  const cap = createLabelCap({ ...metricTable.targetQueue, openMax: 2 });
  expect(["a", "b", "c", "a", "d"].map((target) => cap({ target })["target"])).toEqual([
    "a",
    "b",
    "other",
    "a",
    "other",
  ]);
});

test("a name that is itself other takes no room", () => {
  const cap = createLabelCap({ ...metricTable.targetQueue, openMax: 1 });
  expect([cap({ target: "other" }), cap({ target: "a" })]).toEqual([{ target: "other" }, { target: "a" }]);
});

test("names cannot be put together to the key of another one", () => {
  const cap = createLabelCap({ ...metricTable.operations, openMax: 1 });
  cap({ operation: 'a","ok"],["result","b', result: "ok" });
  expect(cap({ operation: "a", result: "ok" })["operation"]).toBe("other");
});

test.each(allMetrics)("%s never has more series than the table says, after thousands of names", (_key, definition) => {
  const cap = createLabelCap(definition);
  const labels = Object.entries(definition.labels);
  const seen = new Set<string>();
  for (let turn = 0; turn < 5_000; turn += 1) {
    const given = labels.map(([name, values], index) => [
      name,
      values === "open" || turn % 7 === index ? `name ${turn}` : values[turn % values.length],
    ]);
    seen.add(JSON.stringify(cap(Object.fromEntries(given) as Record<string, string>)));
  }
  const { buckets = [] } = definition;
  const seriesEach = buckets.length === 0 ? 1 : buckets.length + 3;
  expect(seen.size).toBeLessThanOrEqual(seriesAtMost(definition) / seriesEach);
});
