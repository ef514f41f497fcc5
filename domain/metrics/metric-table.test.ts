import { expect, test } from "vitest";

import { seriesMax } from "../metric-limits.ts";
import { seriesAtMost } from "./metric-definition.ts";
import { allMetrics } from "./metric-table.ts";

test("all metrics together have at most 2,000 series, whatever happens", () => {
  const sizes = allMetrics.map(([, definition]) => seriesAtMost(definition));
  expect(sizes.every((size) => size > 0)).toBe(true);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(seriesMax);
});

test.each(allMetrics)("%s keeps the rules of Prometheus about names", (_key, { name, type, labels, help, openMax }) => {
  expect(name).toMatch(/^gatehouse_[a-z][a-z_]*[a-z]$/);
  expect(name.endsWith("_total")).toBe(type === "counter");
  expect(name).not.toMatch(/_(?:bucket|sum|count|info_total|minutes|milliseconds|ms)$/);
  expect(help).toMatch(/^[A-Z0-9].*\.$/);
  for (const label of Object.keys(labels)) {
    expect(label).toMatch(/^[a-z]+$/);
    // Prometheus has its own meaning for these.
    expect(["le", "quantile", "job", "instance"]).not.toContain(label);
  }
  expect(Object.values(labels).includes("open")).toBe(openMax !== undefined);
});

test("no name is twice", () => {
  const names = allMetrics.map(([, { name }]) => name);
  expect(new Set(names).size).toBe(names.length);
});
