import { expect, it } from "vitest";

import { faultsOfDraft } from "./draft-faults.ts";

it.each([
  ["draft.condition", "condition"],
  ["draft/condition:1:7", "condition"],
  ["draft/entitlements/0/groupKey", "entitlements.0.groupKey"],
  ["draft.entitlements.12.attributes", "entitlements.12.attributes"],
  ["condition", "condition"],
])("finds the place %s within the draft", (place, found) => {
  expect([...faultsOfDraft(new Map([[place, "no"]]))]).toEqual([[found, "no"]]);
});
