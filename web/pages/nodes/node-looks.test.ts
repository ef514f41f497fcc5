import { expect, test } from "vitest";

import { shownState } from "./node-looks.ts";

const link = { state: "active", failures: 0, held: [] } as const;

test("an active node is away while pulls fail, and stands still while a change is held", () => {
  expect(shownState(link)).toBe("active");
  expect(shownState({ ...link, failures: 2 })).toBe("away");
  const held = [{ origin: "n2:0", seq: "7", reason: "hole" }] as never;
  expect(shownState({ ...link, failures: 2, held })).toBe("held");
  expect(shownState({ ...link, state: "paused", failures: 2 })).toBe("paused");
});
