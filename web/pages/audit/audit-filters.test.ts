import { expect, it } from "vitest";

import { auditOperations } from "#domain/audit/audit-operations.ts";

import english from "../../messages/audit-words.en.json" with { type: "json" };
import type { EnteredFilter } from "../../table/table-column.ts";
import { dateBound, auditFilters } from "./audit-filters.ts";
import { auditWordsOf } from "./audit-words.ts";

it("takes a moment of the browser's time zone, and nothing that is none", () => {
  const entered = "2030-01-31T08:00";
  expect(dateBound("ge", entered)).toBe(`time ge ${new Date(2030, 0, 31, 8).toISOString()}`);
  expect(["", "soon", "2030-13-01T00:00"].map((text) => dateBound("le", text))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it("takes a name as it is, also with a quote", () => {
  const actor = auditFilters(new Map()).find(({ name }) => name === "actor") as EnteredFilter;
  expect(actor.where(" o'neill ")).toBe("actor eq 'o''neill'");
});

it("offers every operation of the audit with its words, which are those of the documents in English", () => {
  const words = auditWordsOf(english as Parameters<typeof auditWordsOf>[0]);
  const told = Object.entries(auditOperations).map(([code, { description }]) => [code, description]);
  expect([...words]).toEqual(told.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)));
  const [operation] = auditFilters(words);
  expect(operation).toHaveProperty("choices.length", told.length);
});
