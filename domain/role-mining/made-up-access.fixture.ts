import { createRandom } from "../random.fixture.ts";
import { createAccessCollector, type HeldAccess } from "./held-access.ts";

/** Size of made-up access. */
export interface MadeUpSize {
  readonly people: number;
  readonly entitlements: number;
  readonly roles: number;
  readonly grants: number;
}

/** Makes access that follows from roles within departments, with noise; the same seed gives the same access. */
export function madeUpAccess(
  seed: number,
  { people, entitlements, roles, grants }: MadeUpSize,
): {
  readonly held: HeldAccess;
  readonly departmentOf: Uint32Array;
} {
  const random = createRandom(seed);
  const departments = Math.max(1, Math.round(Math.sqrt(people) / 4));
  const contents = Array.from({ length: roles }, () =>
    Array.from({ length: 3 + random.below(12) }, () => random.below(entitlements)),
  );
  const rolesOf = Array.from({ length: departments }, () => Array.from({ length: 8 }, () => random.below(roles)));
  const departmentOf = Uint32Array.from({ length: people }, () => random.below(departments));
  const collector = createAccessCollector();
  const perPerson = grants / people;
  for (let person = 0; person < people; person += 1) {
    const own = rolesOf[departmentOf[person] ?? 0] ?? [];
    const given = new Set<number>([0]);
    while (given.size < perPerson * 0.6) for (const item of contents[random.pick(own)] ?? []) given.add(item);
    while (given.size < perPerson) given.add(random.below(entitlements));
    for (const item of given) collector.add(person, item);
  }
  return { held: collector.collected(people, entitlements), departmentOf };
}
