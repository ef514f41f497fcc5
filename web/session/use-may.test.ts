import { expect, test } from "vitest";

import type { PolicyName } from "../api/model.ts";
import { reaches } from "./use-may.ts";

test("what the service says of a policy shows its parts of the pages, and what it does not say shows none", () => {
  expect(["all", "some", "none", undefined, "later"].filter(reaches)).toEqual(["all", "some"]);
});

test("no page can ask for a policy that is not there", () => {
  // @ts-expect-error It lacks a letter.
  const wrong: PolicyName = "people_get_lis";
  const right: PolicyName = "people_get_list";
  expect(wrong).not.toBe(right);
});
