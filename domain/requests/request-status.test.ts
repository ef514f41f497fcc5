import { expect, test } from "vitest";

import { canGo, isActive, isCancellable, isFinal, RequestStatus, requestStatuses } from "./request-status.ts";

const letters = Object.values(RequestStatus);

// The table of the domain, repeated as text.
const table: Record<RequestStatus, string> = {
  P: "ADH",
  A: "WHXD",
  W: "WAXSDKE",
  H: "AXK",
  S: "XK",
  X: "CIH",
  I: "XCH",
  C: "",
  D: "",
  K: "",
  E: "",
};

test.each(letters)("%s goes exactly where the table says", (from) => {
  expect(letters.filter((to) => canGo(from, to)).toSorted()).toEqual([...table[from]].toSorted());
});

test("completed, denied, cancelled and expired are final, the others are not", () => {
  expect(letters.filter(isFinal).toSorted()).toEqual(["C", "D", "E", "K"]);
});

// @specification 3.active-filter
test("the filter Active leaves out calculating authorizers and the final ones", () => {
  expect(letters.filter((letter) => !isActive(letter)).toSorted()).toEqual(["A", "C", "D", "E", "K"]);
});

test("a request can be cancelled while it waits, is on hold or is scheduled", () => {
  expect(letters.filter(isCancellable).toSorted()).toEqual(["H", "S", "W"]);
});

test("every status that is not final can be reached from processing and leads to a final one", () => {
  const reach = (start: RequestStatus): Set<RequestStatus> => {
    const seen = new Set<RequestStatus>([start]);
    for (const letter of seen) for (const next of requestStatuses[letter].goesTo) seen.add(next);
    return seen;
  };
  expect(reach("P").size).toBe(letters.length);
  for (const letter of letters) expect([...reach(letter)].some(isFinal)).toBe(true);
});
