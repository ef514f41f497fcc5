import { expect, it } from "vitest";

import type { RequestOperation } from "../api/model.ts";
import { allAskedFor, askedFor, askedLines } from "./request-words.ts";
import type { Say } from "./text.ts";

const say: Say = (key, values = {}) => [key, ...Object.values(values)].join(" ");
const none = { accountName: null, groupName: null };
const operations = [
  { ...none, code: "ACUA", targetSystemKey: "MAIL" },
  { ...none, code: "GRUA", targetSystemKey: "LDAP", groupName: "finance", accountName: "ada" },
  { ...none, code: "DELU", targetSystemKey: "LDAP", accountName: "ben" },
] as unknown as readonly RequestOperation[];
const [create, join, remove] = [
  "request.operationOn operation.ACUA MAIL",
  "request.operationNamed operation.GRUA finance LDAP",
  "request.operationNamed operation.DELU ben LDAP",
];

it("tells each operation with its name in as many lines as there is room for", () => {
  expect(askedLines(operations, 3, say)).toEqual([create, join, remove]);
  expect(askedLines(operations, 2, say)).toEqual([create, `request.andMore ${join} 1`]);
  expect(askedLines([], 2, say)).toEqual([]);
});

it("tells the first one and how many more there are in a single line", () => {
  expect(askedFor(operations, say)).toBe(`request.andMore ${create} 2`);
  expect(askedFor(operations.slice(1, 2), say)).toBe(join);
  expect(askedFor(undefined, say)).toBe("");
});

it("leaves nothing out of a file", () => {
  expect(allAskedFor(operations, say)).toBe([create, join, remove].join("; "));
});
