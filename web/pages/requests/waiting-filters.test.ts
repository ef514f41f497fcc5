import { expect, it } from "vitest";

import { waitingFilters } from "./waiting-filters.ts";

const filters = waitingFilters([{ id: "O'HARE", description: "the airport" }]);

function conditionOf(name: string, given: string): string | undefined {
  const filter = filters.find((one) => one.name === name);
  if (filter === undefined) throw new Error(`there is no filter ${name}`);
  return "choices" in filter ? filter.choices.find(({ value }) => value === given)?.where : filter.where(given);
}

it("asks for requests by what is in their operations, and quotes what may hold a quote", () => {
  expect(conditionOf("target", "O'HARE")).toBe("operations/any(o: o/targetSystemKey eq 'O''HARE')");
  expect(conditionOf("operation", "GRUA")).toBe("operations/any(o: o/code eq 'GRUA')");
  expect(conditionOf("operation", "PWRS")).toBeUndefined();
});

it("asks for people by a part of their id or their name, and for nobody while nothing is entered", () => {
  expect(conditionOf("requester", " d'Arc ")).toBe(
    "contains(tolower(requester/id),'d''arc') or contains(tolower(requester/displayName),'d''arc')",
  );
  expect(conditionOf("recipient", "  ")).toBeUndefined();
});

it("asks for what expires soon by the clock of the service", () => {
  expect(conditionOf("expires", "day")).toBe("expiresAt lt now() add duration'P1D'");
  expect(conditionOf("kind", "sentBack")).toBe("sentBackAt ne null");
});
