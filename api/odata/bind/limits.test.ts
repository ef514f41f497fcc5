import { expect, test } from "vitest";

import {
  callsNestedMax,
  computedMax,
  expandDepthMax,
  expandItemsMax,
  filterNodesMax,
  lambdaDepthMax,
  literalMaxCharacters,
  orderByClausesMax,
  pageSizeMax,
  searchTermsMax,
  skipMax,
} from "#domain/limits.ts";

import { bound } from "./people-model.fixture.ts";

const repeated = (count: number, text: (index: number) => string, separator: string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

const nestedExpand = (depth: number): string =>
  depth === 0 ? "" : `$expand=boss${depth === 1 ? "" : `(${nestedExpand(depth - 1)})`}`;
const nestedCalls = (depth: number): string => (depth === 0 ? "name" : `trim(${nestedCalls(depth - 1)})`);
const nestedAny = (depth: number): string =>
  depth === 0 ? "active" : `friends/any(f${depth}:${depth === 1 ? "" : `f${depth}/`}${nestedAny(depth - 1)})`;
// A condition and the operator that joins it to those before are two nodes.
const conditions = (nodes: number) => repeated((nodes + 1) / 2, () => "active", " and ");

const wide = (count: number) => {
  // Expands three navigations at a level and again below one of them, until there are enough.
  const level = (left: number): string =>
    `$expand=friends${left > 3 ? `(${level(left - 3)})` : ""}${left > 1 ? ",house" : ""}${left > 2 ? ",things" : ""}`;
  return level(count);
};

/** Queries for each limit: one within it, one beyond it, and the code of the refusal. */
const limits: readonly (readonly [name: string, within: string, beyond: string, code: string])[] = [
  ["expandDepthMax", nestedExpand(expandDepthMax), nestedExpand(expandDepthMax + 1), "EXPAND_TOO_DEEP"],
  [
    "expandDepthMax by $levels",
    `$expand=friends($expand=boss($levels=${expandDepthMax - 1}))`,
    `$expand=friends($expand=boss($levels=${expandDepthMax}))`,
    "EXPAND_TOO_DEEP",
  ],
  [
    "filterNodesMax",
    `$filter=${conditions(filterNodesMax - 1)}`,
    `$filter=${conditions(filterNodesMax + 1)}`,
    "FILTER_TOO_LARGE",
  ],
  [
    "filterNodesMax in a list",
    `$filter=age in (${repeated(filterNodesMax - 2, String, ",")})`,
    `$filter=age in (${repeated(filterNodesMax - 1, String, ",")})`,
    "FILTER_TOO_LARGE",
  ],
  [
    "filterNodesMax through aliases",
    "$filter=@a and @a and @a&@a=@b and @b and @b&@b=active and active",
    "$filter=@a and @a and @a and @a&@a=@b and @b and @b and @b&@b=@c and @c and @c&@c=active and active",
    "FILTER_TOO_LARGE",
  ],
  [
    "filterNodesMax through computed names",
    "$compute=age add age as a,a add a as b",
    `$compute=age add age as a,${repeated(7, (index) => `${"abcdefg"[index]} add ${"abcdefg"[index]} as ${"bcdefgh"[index]}`, ",")}`,
    "FILTER_TOO_LARGE",
  ],
  [
    "filterNodesMax inside $expand",
    `$expand=friends($filter=${conditions(filterNodesMax - 1)})`,
    `$expand=friends($filter=${conditions(filterNodesMax + 1)})`,
    "FILTER_TOO_LARGE",
  ],
  [
    "filterNodesMax of an order",
    `$orderby=${repeated(filterNodesMax / 2, () => "age", " add ")}`,
    `$orderby=${repeated(filterNodesMax / 2 + 1, () => "age", " add ")}`,
    "FILTER_TOO_LARGE",
  ],
  [
    "orderByClausesMax",
    `$orderby=${repeated(orderByClausesMax, () => "age", ",")}`,
    `$orderby=${repeated(orderByClausesMax + 1, () => "age", ",")}`,
    "ORDER_BY_TOO_LONG",
  ],
  [
    "callsNestedMax",
    `$filter=${nestedCalls(callsNestedMax)} eq 'a'`,
    `$filter=${nestedCalls(callsNestedMax + 1)} eq 'a'`,
    "FILTER_TOO_DEEP",
  ],
  [
    "lambdaDepthMax",
    `$filter=${nestedAny(lambdaDepthMax)}`,
    `$filter=${nestedAny(lambdaDepthMax + 1)}`,
    "FILTER_TOO_DEEP",
  ],
  [
    "lambdaDepthMax by $count",
    "$filter=friends/$count($filter=friends/any()) gt 1",
    "$filter=friends/$count($filter=friends/any(f:f/friends/$count gt 1)) gt 1",
    "FILTER_TOO_DEEP",
  ],
  ["skipMax", `$skip=${skipMax}`, `$skip=${skipMax + 1}`, "LIMIT_EXCEEDED"],
  [
    "searchTermsMax",
    `$search=${repeated(searchTermsMax, () => "a", " ")}`,
    `$search=${repeated(searchTermsMax + 1, () => "a", " ")}`,
    "LIMIT_EXCEEDED",
  ],
  [
    "computedMax",
    `$compute=${repeated(computedMax, (index) => `age as c${index}`, ",")}`,
    `$compute=${repeated(computedMax + 1, (index) => `age as c${index}`, ",")}`,
    "LIMIT_EXCEEDED",
  ],
  [
    "literalMaxCharacters",
    `$filter=id eq '${"a".repeat(literalMaxCharacters)}'`,
    `$filter=id eq '${"a".repeat(literalMaxCharacters + 1)}'`,
    "LIMIT_EXCEEDED",
  ],
];

test.each(limits)("%s", (_, within, beyond, code) => {
  expect(() => bound(within)).not.toThrow();
  expect(() => bound(beyond)).toThrow(expect.objectContaining({ code, kind: "invalid" }));
});

test("of more than pageSizeMax a page is asked for, also inside $expand", () => {
  const { query } = bound(`$top=${pageSizeMax * 4}&$expand=friends($top=${pageSizeMax + 1})`);
  expect([query.top, query.expand[0]?.query.top]).toEqual([pageSizeMax, pageSizeMax]);
});

test("expandItemsMax counts the navigations of all levels together", () => {
  const all = (depth: number): string =>
    `$expand=friends${depth === 1 ? "" : `(${all(depth - 1)})`},boss${depth === 1 ? "" : `(${all(depth - 1)})`}`;
  expect(() => bound(wide(expandDepthMax * 3))).not.toThrow();
  expect(() => bound(all(4))).not.toThrow();
  expect(2 ** 6 - 2).toBeGreaterThan(expandItemsMax);
  expect(() => bound(all(5))).toThrow(expect.objectContaining({ code: "LIMIT_EXCEEDED", target: "$expand" }));
});
