import { expect, test } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";
import { heldIn, makeWorld, plainRefusals, type SodWorld } from "#test/support/sod-worlds.ts";
import { testSize } from "#test/support/test-size.ts";

import { withRoleItems } from "./role-items.ts";
import type { SodItem } from "./sod-rule.ts";
import { violatedBy } from "./violated-rules.ts";

const worlds = testSize(5_000, 100_000);

const contained = ({ entitlements }: SodWorld) =>
  entitlements.map(({ roleKey, item: { itemType, itemKey } }) => ({
    roleKey,
    kind: ({ targetSystem: "account", managedGroup: "membership", role: "role" } as const)[itemType],
    targetSystemKey: itemType === "targetSystem" ? itemKey : null,
    groupKey: itemType === "managedGroup" ? itemKey : null,
    innerRoleKey: itemType === "role" ? itemKey : null,
  }));

function computed(world: SodWorld, given: readonly SodItem[], index: number): readonly string[] {
  const person = world.people[index];
  if (person === undefined) return [];
  const entitlements = contained(world);
  const rules = world.rules
    .filter(({ enabled }) => enabled)
    .map(({ key, atLeast, parts }) => ({ key, atLeast, parts: parts.map((items) => ({ items })) }));
  return violatedBy(rules, {
    held: heldIn(world, person),
    asked: withRoleItems(person.asked, entitlements),
    given: withRoleItems(given, entitlements),
  }).map(({ ruleKey }) => ruleKey);
}

test(`in ${worlds} worlds the rules that would be violated are those of a plain count`, () => {
  const random = createRandom(1);
  let refused = 0;
  let passed = 0;
  for (let number = 0; number < worlds; number++) {
    const world = makeWorld(random, "w");
    for (const [index, person] of world.people.entries()) {
      const expected = plainRefusals(world, person);
      expect(computed(world, person.given, index)).toEqual(expected);
      if (expected.length > 0) refused += 1;
      else passed += 1;
    }
  }
  // Worlds in which everything or nothing is refused would show nothing.
  expect(refused).toBeGreaterThan(worlds / 10);
  expect(passed).toBeGreaterThan(worlds / 10);
});

test("the items that hit a part say why: held, asked for elsewhere, or given now", () => {
  const item = (itemKey: string): SodItem => ({ itemType: "managedGroup", itemKey });
  const parts = ["a", "ab", "abc"].map((itemKey) => ({ items: [item(itemKey)] }));
  const access = { held: [item("a")], asked: [item("ab")], given: [item("abc")] };
  expect(violatedBy([{ key: "r", atLeast: 3, parts }], access)).toEqual([
    {
      ruleKey: "r",
      hits: [
        { ...item("a"), part: 1, because: "held" },
        { ...item("ab"), part: 2, because: "asked" },
        { ...item("abc"), part: 3, because: "given" },
      ],
    },
  ]);
  expect(violatedBy([{ key: "r", atLeast: 3, parts }], { ...access, asked: [] })).toEqual([]);
});
