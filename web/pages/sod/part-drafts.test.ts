import { expect, test } from "vitest";

import { draftsOf, emptyParts, partsFrom } from "./part-drafts.ts";

test("parts are sent as they were entered, without what names nothing", () => {
  const parts = [
    { items: [{ itemType: "role", itemKey: "r" } as const] },
    { items: [{ itemType: "targetSystem", itemKey: "T1" } as const] },
  ];
  expect(partsFrom(draftsOf(parts))).toEqual(parts);
  expect(partsFrom([...draftsOf(parts), ...emptyParts])).toEqual(parts);
  expect(partsFrom(emptyParts)).toEqual([]);
});
