import { expect, test } from "vitest";

import { type Actual, type Expectation, mismatches } from "./expectation.ts";

const actual: Actual = {
  recipient: "u1",
  operations: [
    {
      code: "ACUA",
      targetSystemKey: "AD1",
      accountKey: null,
      groupKey: null,
      attributes: { mail: ["a@b"], cn: ["A"] },
    },
    { code: "GRUA", targetSystemKey: "AD1", accountKey: null, groupKey: "g1", attributes: {} },
  ],
};

test.each<[string, Expectation]>([
  ["nothing", {}],
  ["the recipient alone", { recipient: "u1" }],
  ["the codes alone", { operations: [{ code: "ACUA" }, { code: "GRUA" }] }],
  [
    "the operations in any order, each with its place",
    {
      operations: [
        { sequence: 2, code: "GRUA" },
        { sequence: 1, code: "ACUA" },
      ],
    },
  ],
  ["the request as it was read", { recipient: "u1", operations: actual.operations }],
  [
    "attributes in another order, single values without a list",
    {
      operations: [
        { code: "ACUA", attributes: { cn: "A", mail: "a@b" } },
        { code: "GRUA", attributes: null },
      ],
    },
  ],
])("an expectation of %s holds", (_, expectation) => {
  expect(mismatches(expectation, actual)).toEqual([]);
});

test.each<[string, Expectation, string[]]>([
  ["another recipient", { recipient: "u2" }, ["expect/recipient"]],
  ["fewer operations", { operations: [{ code: "ACUA" }] }, ["expect/operations"]],
  ["no operations", { recipient: "u2", operations: [] }, ["expect/recipient", "expect/operations"]],
  [
    "another order",
    { operations: [{ code: "GRUA" }, { code: "ACUA" }] },
    ["expect/operations/0/code", "expect/operations/1/code"],
  ],
  [
    "another order than the places say",
    {
      operations: [
        { sequence: 2, code: "ACUA" },
        { sequence: 1, code: "GRUA" },
      ],
    },
    ["expect/operations/0/code", "expect/operations/1/code"],
  ],
  [
    "a place that is not there, and one named twice",
    {
      operations: [
        { sequence: 3, code: "GRUA" },
        { sequence: 3, code: "GRUA" },
      ],
    },
    ["expect/operations/0/sequence", "expect/operations/1/sequence"],
  ],
  [
    "one operation twice",
    {
      operations: [
        { sequence: 1, code: "ACUA" },
        { sequence: 1, code: "ACUA" },
      ],
    },
    ["expect/operations/1/sequence"],
  ],
  [
    "another target",
    { operations: [{ code: "ACUA", targetSystemKey: "AD2" }, { code: "GRUA" }] },
    ["expect/operations/0/targetSystemKey"],
  ],
  [
    "an account where none is named",
    { operations: [{ code: "ACUA", accountKey: "a" }, { code: "GRUA" }] },
    ["expect/operations/0/accountKey"],
  ],
  [
    "no group where one is named",
    { operations: [{ code: "ACUA" }, { code: "GRUA", groupKey: null }] },
    ["expect/operations/1/groupKey"],
  ],
  [
    "another value of an attribute",
    { operations: [{ code: "ACUA", attributes: { mail: "x@b", cn: "A" } }, { code: "GRUA" }] },
    ["expect/operations/0/attributes"],
  ],
  [
    "an attribute that is not there",
    { operations: [{ code: "ACUA" }, { code: "GRUA", attributes: { x: 1 } }] },
    ["expect/operations/1/attributes"],
  ],
  [
    "a number where a text stands",
    { operations: [{ code: "ACUA", attributes: { mail: "a@b", cn: 1 } }, { code: "GRUA" }] },
    ["expect/operations/0/attributes"],
  ],
])("an expectation of %s does not hold and says where", (_, expectation, targets) => {
  expect(mismatches(expectation, actual).map(({ target }) => target)).toEqual(targets);
});
