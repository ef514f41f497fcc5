import { expect, test } from "vitest";

import type { TemplateOperation } from "../../api/model.ts";
import { draftOf, newOperation, operationOf } from "./operation-drafts.ts";

const operation: TemplateOperation = {
  code: "GRUA",
  targetSystemKey: "T1",
  groupKey: "5b1f0f4e-0000-4000-8000-000000000002",
  account: "own",
  attributes: { mail: ["{profile.id}@example.test", "second=2"], floor: ["2"] },
  form: { center: "{form.center}" },
  until: null,
  forHours: 24,
};

test("an operation is entered as lines, and sent as it was", () => {
  const draft = draftOf(operation);
  expect(draft.attributes).toEqual(["mail={profile.id}@example.test", "mail=second=2", "floor=2"]);
  expect(draft.hours).toBe("24");
  expect(operationOf(draft)).toEqual(operation);
});

test("an operation about no group has none, and empty lines are left out", () => {
  const draft = { ...newOperation, targetSystemKey: "T1", groupKey: "g", attributes: ["", " cn = x", "alone"] };
  expect(operationOf(draft)).toMatchObject({
    groupKey: null,
    attributes: { cn: [" x"], alone: [""] },
    forHours: null,
  });
});
