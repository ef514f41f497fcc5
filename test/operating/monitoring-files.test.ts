import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { allMetrics } from "#domain/metrics/metric-table.ts";

import { projectRoot } from "../support/source-files.ts";

const textOf = (name: string) => readFileSync(join(projectRoot, "docs", "monitoring", name), "utf8");

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const rules = textOf("gatehouse-rules.yml");
const dashboard = JSON.parse(textOf("gatehouse-dashboard.json")) as Dashboard;
const ruleExpressions = [...rules.matchAll(/^\s+expr: (.+)$/gm)].map(([, expr = ""]) => expr);
const panelExpressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const all = [...ruleExpressions, ...panelExpressions];

/** Names and labels that Prometheus has for each metric, by name. */
const known = new Map<string, ReadonlySet<string>>(
  allMetrics.flatMap(([, { name, type, labels }]) => {
    const own = new Set([...Object.keys(labels), "instance"]);
    if (type !== "histogram") return [[name, own] as const];
    return [`${name}_bucket`, `${name}_sum`, `${name}_count`].map(
      (series) => [series, new Set([...own, "le"])] as const,
    );
  }),
);

/** Returns the labels with their values by which an expression chooses series, with the metric of each. */
function selectors(expr: string) {
  return [...expr.matchAll(/(gatehouse_\w+)\{([^}]*)\}/g)].flatMap(([, name = "", selector = ""]) =>
    [...selector.matchAll(/(\w+)=~?"([^"]*)"/g)].map(([, label = "", value = ""]) => ({ name, label, value })),
  );
}

/** Returns the values that a label of a metric can have; undefined if it can have any. */
function valuesOf(name: string, label: string): readonly string[] | undefined {
  const values = allMetrics.find(([, one]) => name.startsWith(one.name))?.[1].labels[label];
  return values === "open" ? undefined : values;
}

test.each(all)("%s names metrics and labels of the table, with values that they can have", (expr) => {
  const names = [...expr.matchAll(/gatehouse_\w+/g)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect([...known.keys()]).toContain(name);
  for (const { name, label, value } of selectors(expr)) {
    expect(known.get(name)).toContain(label);
    const values = valuesOf(name, label);
    if (values !== undefined) expect(values).toEqual(expect.arrayContaining(value.split("|")));
  }
  const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(", "));
  expect(grouped.filter((label) => names.some((name) => known.get(name)?.has(label) !== true))).toEqual([]);
  expect(expr.split("(").length).toBe(expr.split(")").length);
});

test("each metric of the table is in the dashboard", () => {
  const missing = allMetrics.filter(
    ([, { name }]) => !panelExpressions.some((expr) => new RegExp(`${name}(?:_bucket)?\\{`).test(expr)),
  );
  expect(missing.map(([key]) => key)).toEqual([]);
});

test("each rule has a name of its own, an expression, a severity and a summary with labels that are there", () => {
  const parts = rules.split(/^ {6}- alert: /m).slice(1);
  expect(parts.length).toBe(ruleExpressions.length);
  expect(parts.length).toBeGreaterThan(15);
  const names = parts.map((part) => part.split("\n", 1)[0] ?? "");
  expect(new Set(names).size).toBe(names.length);
  for (const part of parts) {
    expect(part).toMatch(
      /^Gatehouse\w+\n {8}expr: .+\n(?: {8}for: \d+[smh]\n)? {8}labels:\n {10}severity: (?:warning|critical)\n {8}annotations:\n {10}summary: ".+[.?]"\n?$/,
    );
    const expr = /expr: (.+)/.exec(part)?.[1] ?? "";
    for (const [, label = ""] of part.matchAll(/\$labels\.(\w+)/g))
      expect(
        label === "instance" ||
          expr.includes(label) ||
          [...known].some(([name, labels]) => expr.includes(name) && labels.has(label)),
      ).toBe(true);
  }
});

test("each panel has a number and a title of its own", () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
});
