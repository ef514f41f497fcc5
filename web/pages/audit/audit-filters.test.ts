import { expect, it } from "vitest";

import type { EnteredFilter } from "../../table/table-column.ts";
import { atSideOf, auditFilters } from "./audit-filters.ts";

it("takes a moment of the browser's time zone, and nothing that is none", () => {
  const entered = "2030-01-31T08:00";
  expect(atSideOf("ge", entered)).toBe(`time ge ${new Date(2030, 0, 31, 8).toISOString()}`);
  expect(["", "soon", "2030-13-01T00:00"].map((text) => atSideOf("le", text))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it("takes a name as it is, also with a quote", () => {
  const actor = auditFilters.find(({ name }) => name === "actor") as EnteredFilter;
  expect(actor.where(" o'neill ")).toBe("actor eq 'o''neill'");
});
