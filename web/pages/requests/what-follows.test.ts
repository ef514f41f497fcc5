import { expect, it } from "vitest";

import { withWhatFollows } from "./what-follows.ts";

const role = (key: string, roleKey: string) => ({ key, roleKey, targetSystemKey: null });
const access = (key: string, roleKey: string | null) => ({ key, roleKey, targetSystemKey: "DIRECTORY" });

it("puts what a role gives below the operation about the role", () => {
  const operations = [role("1", "A"), access("2", "A"), role("3", "B"), access("4", "B"), access("5", "A")];
  const shown = withWhatFollows(operations).map(({ operation, following }) => [
    operation.key,
    following.map(({ key }) => key),
  ]);
  expect(shown).toEqual([
    ["1", ["2", "5"]],
    ["3", ["4"]],
  ]);
});

it("shows each operation once, also through a role that is not asked for", () => {
  const operations = [access("1", null), access("2", "A"), role("3", "B"), role("4", "B")];
  const shown = withWhatFollows(operations).flatMap(({ operation, following }) => [operation, ...following]);
  expect(shown.map(({ key }) => key)).toEqual(["1", "2", "3", "4"]);
});
