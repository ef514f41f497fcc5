import { expect, it } from "vitest";

import type { CatalogueItemStanding } from "../../api/model.ts";
import { firstCode } from "./first-code.ts";

const role = { resourceType: "role", codes: ["ROLA", "ROLD"] };
const group = { resourceType: "managedGroup", codes: ["GRUA", "GRUD"] };
const held = (answer: CatalogueItemStanding["held"]): CatalogueItemStanding => ({
  key: "one",
  held: answer,
  requestKey: null,
  requestNumber: null,
});

it("asks for a role, and to remove it from people who all have it", () => {
  expect(firstCode(role, [held("no")])).toBe("ROLA");
  expect(firstCode(role, [held("yes")])).toBe("ROLD");
  expect(firstCode(role, [held("yes"), held("no")])).toBe("ROLA");
  expect(firstCode(role, [held("yes"), undefined])).toBe("ROLA");
  expect(firstCode(role, [])).toBe("ROLA");
});

it("asks for anything else, also where it is held", () => {
  expect(firstCode(group, [held("yes")])).toBe("GRUA");
});
