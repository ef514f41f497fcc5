import { describe, expect, it } from "vitest";

import { createRandom, type Random } from "../random.fixture.ts";
import { allAtOnce } from "../steps.ts";
import { createAccessCollector, type HeldAccess } from "./held-access.ts";
import { madeUpAccess } from "./made-up-access.fixture.ts";
import { mineRoles } from "./mine-roles.ts";
import type { MiningTerms, Suggestion } from "./suggestion.ts";

const worlds = 400;

/** Grants of one person. */
type Row = ReadonlySet<number>;

function rowsOf({ people, starts, items }: HeldAccess): readonly Row[] {
  return Array.from({ length: people }, (_, person) => new Set(items.subarray(starts[person], starts[person + 1])));
}

function smallWorld(random: Random): { held: HeldAccess; departmentOf: Uint32Array } {
  const people = random.below(11);
  const entitlements = 1 + random.below(8);
  const collector = createAccessCollector();
  const share = 1 + random.below(9);
  for (let person = 0; person < people; person += 1) {
    for (let item = 0; item < entitlements; item += 1) {
      // Some grants are there twice, as a permanent and a temporary one.
      for (let times = random.below(10) < share ? 1 + random.below(2) : 0; times > 0; times -= 1)
        collector.add(person, item);
    }
  }
  const departmentOf = Uint32Array.from({ length: people }, () => random.below(3));
  return { held: collector.collected(people, entitlements), departmentOf };
}

const holdersOf = (rows: readonly Row[], among: readonly number[], items: readonly number[]) =>
  among.filter((person) => items.every((item) => rows[person]?.has(item)));

const isOpen = (replaced: ReadonlySet<string>, person: number, item: number) => !replaced.has(`${person} ${item}`);

/** Returns the most grants that any set of entitlements replaces, by looking at every set. */
function mostReplaced(
  rows: readonly Row[],
  { departmentOf, entitlements }: { departmentOf: Uint32Array; entitlements: number },
  { terms, replaced }: { terms: MiningTerms; replaced: ReadonlySet<string> },
): number {
  let most = 0;
  for (let department = 0; department < 3; department += 1) {
    const among = [...rows.keys()].filter((person) => departmentOf[person] === department);
    for (let bits = 1; bits < 2 ** entitlements; bits += 1) {
      const items = Array.from({ length: entitlements }, (_, item) => item).filter((item) => bits & (1 << item));
      const people = holdersOf(rows, among, items);
      if (people.length < terms.peopleMin || items.length < terms.entitlementsMin) continue;
      const open = people.flatMap((person) => items.filter((item) => isOpen(replaced, person, item)));
      most = Math.max(most, open.length);
    }
  }
  return most;
}

describe("suggested roles", () => {
  it("replace as many grants as a search through all sets finds, one after the other", () => {
    for (let seed = 0; seed < worlds; seed += 1) {
      const random = createRandom(seed);
      const { held, departmentOf } = smallWorld(random);
      const terms: MiningTerms = {
        rolesMax: 1 + random.below(6),
        peopleMin: 1 + random.below(3),
        entitlementsMin: 1 + random.below(3),
        tolerancePercent: 0,
      };
      const rows = rowsOf(held);
      const { suggestions, isExact } = allAtOnce(mineRoles(held, departmentOf, terms));
      expect(isExact).toBe(true);
      const replaced = new Set<string>();
      const least = terms.peopleMin * terms.entitlementsMin;
      const world = { departmentOf, entitlements: held.entitlements };
      for (const suggestion of suggestions) {
        expect(suggestion.grantsReplaced).toBe(mostReplaced(rows, world, { terms, replaced }));
        judge(suggestion, { rows, departmentOf, replaced });
      }
      if (suggestions.length < terms.rolesMax)
        expect(mostReplaced(rows, world, { terms, replaced })).toBeLessThan(least);
    }
  });

  /** Compares what a suggestion says of itself with its own rows, and notes its grants. */
  function judge(
    { department, people, entitlements, grantsReplaced, gainers }: Suggestion,
    { rows, departmentOf, replaced }: { rows: readonly Row[]; departmentOf: Uint32Array; replaced: Set<string> },
  ): void {
    const among = [...rows.keys()].filter((person) => departmentOf[person] === department);
    expect([...people]).toEqual(holdersOf(rows, among, [...entitlements]));
    const common = [...(rows[people[0] ?? 0] ?? [])].filter((item) => [...people].every((one) => rows[one]?.has(item)));
    expect([...entitlements]).toEqual(common.toSorted((a, b) => a - b));
    expect(gainers).toEqual([]);
    const open = [...people].flatMap((person) =>
      [...entitlements].filter((item) => isOpen(replaced, person, item)).map((item) => `${person} ${item}`),
    );
    expect(grantsReplaced).toBe(open.length);
    for (const grant of open) replaced.add(grant);
  }

  it("name those who lack no more than is tolerated, with what each would gain", () => {
    const collector = createAccessCollector();
    for (const [person, items] of [
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [0, 1, 2],
      [0, 1],
    ].entries())
      for (const item of items) collector.add(person, item);
    const held = collector.collected(5, 4);
    const terms = { rolesMax: 1, peopleMin: 3, entitlementsMin: 4 };
    const tolerated = (tolerancePercent: number) =>
      allAtOnce(mineRoles(held, new Uint32Array(5), { ...terms, tolerancePercent })).suggestions[0];
    expect([...(tolerated(0)?.people ?? [])]).toEqual([0, 1, 2]);
    expect([...(tolerated(24)?.people ?? [])]).toEqual([0, 1, 2]);
    expect([...(tolerated(25)?.people ?? [])]).toEqual([0, 1, 2, 3]);
    expect(tolerated(50)?.gainers).toEqual([
      { person: 3, entitlements: Uint32Array.of(3) },
      { person: 4, entitlements: Uint32Array.of(2, 3) },
    ]);
    expect(tolerated(50)?.grantsReplaced).toBe(12);
  });

  it("are the same for the same access, in whatever order it was collected", () => {
    const { held, departmentOf } = madeUpAccess(3, { people: 400, entitlements: 60, roles: 12, grants: 4000 });
    const random = createRandom(4);
    const terms = { rolesMax: 20, peopleMin: 3, entitlementsMin: 2, tolerancePercent: 20 };
    const text = (access: HeldAccess) => JSON.stringify(allAtOnce(mineRoles(access, departmentOf, terms)));
    const grants = rowsOf(held).flatMap((row, person) => [...row].map((item) => [person, item] as const));
    const again = createAccessCollector();
    for (const [person, item] of random.shuffle(grants)) again.add(person, item);
    expect(text(again.collected(held.people, held.entitlements))).toBe(text(held));
    expect(text(held)).toBe(text(held));
  });

  it("are none where nobody has anything", () => {
    const nothing = createAccessCollector().collected(0, 0);
    const terms = { rolesMax: 5, peopleMin: 1, entitlementsMin: 1, tolerancePercent: 0 };
    expect(allAtOnce(mineRoles(nothing, new Uint32Array(0), terms))).toEqual({
      suggestions: [],
      patterns: 0,
      isExact: true,
    });
  });
});
