import type { Random } from "#domain/random.fixture.ts";
import type { SodItem, SodItemType } from "#domain/sod/sod-rule.ts";

/** Entitlement of a role of a world, its own or that of a role within it. */
export interface WorldEntitlement {
  readonly roleKey: string;
  readonly item: SodItem;
}

/** Small world of rules, roles and people; its names begin with its own prefix, so that many worlds stand side by side. */
export interface SodWorld {
  readonly rules: readonly {
    readonly key: string;
    readonly enabled: boolean;
    readonly atLeast: number;
    readonly parts: readonly (readonly SodItem[])[];
  }[];
  readonly entitlements: readonly WorldEntitlement[];
  readonly people: readonly {
    readonly key: string;
    /** Access that they have by themselves: accounts and memberships. */
    readonly grants: readonly SodItem[];
    /** Access that they had once. */
    readonly ended: readonly SodItem[];
    readonly roles: readonly string[];
    /** Access for which an open request asks. */
    readonly asked: readonly SodItem[];
    /** Access that is asked for now. */
    readonly given: readonly SodItem[];
  }[];
}

/** Makes a world by random choices; names of items are beginnings of each other. */
export function makeWorld(random: Random, prefix: string): SodWorld {
  const names = (type: SodItemType, count: number): readonly SodItem[] =>
    Array.from({ length: count }, (_, index) => ({ itemType: type, itemKey: `${prefix}${"x".repeat(index + 1)}` }));
  const [targets, groups, roles] = [names("targetSystem", 2), names("managedGroup", 4), names("role", 3)];
  const some = (items: readonly SodItem[], max: number) => random.shuffle(items).slice(0, random.below(max + 1));
  const all = [...targets, ...groups, ...roles];
  const direct = [...targets, ...groups];
  const rules = Array.from({ length: 1 + random.below(3) }, (_, index) => {
    const items = random.shuffle(all);
    const parts = Array.from({ length: 2 + random.below(3) }, () => items.splice(0, 1 + random.below(2)));
    const filled = parts.filter((part) => part.length > 0);
    return {
      key: `${prefix}rule${index}`,
      enabled: random.below(10) > 0,
      atLeast: 2 + random.below(Math.max(1, filled.length - 1)),
      parts: filled,
    };
  });
  // Each role contains only later ones, as a flattened hierarchy does.
  const entitlements = roles.flatMap(({ itemKey: roleKey }, index) =>
    [...some(direct, 2), ...some(roles.slice(index + 1), 1)].map((item) => ({ roleKey, item })),
  );
  const people = Array.from({ length: 1 + random.below(3) }, (_, index) => ({
    key: `${prefix}person${index}`,
    grants: some(direct, 3),
    ended: some(direct, 2),
    roles: some(roles, 1).map(({ itemKey }) => itemKey),
    asked: some(all, 2),
    given: some(all, 2),
  }));
  return { rules, entitlements: flattened(entitlements), people };
}

/** Returns entitlements with those of roles within roles, as the service keeps them. */
function flattened(own: readonly WorldEntitlement[]): readonly WorldEntitlement[] {
  const of = (roleKey: string): readonly SodItem[] =>
    own.flatMap((one) => {
      if (one.roleKey !== roleKey) return [];
      return one.item.itemType === "role" ? [one.item, ...of(one.item.itemKey)] : [one.item];
    });
  return [...new Set(own.map(({ roleKey }) => roleKey))].flatMap((roleKey) => {
    const items = new Map(of(roleKey).map((item) => [JSON.stringify(item), item]));
    return [...items.values()].map((item) => ({ roleKey, item }));
  });
}

const same = (a: SodItem, b: SodItem) => a.itemType === b.itemType && a.itemKey === b.itemKey;

/** Returns access with what its roles contain, by a plain walk. */
function whole(world: SodWorld, items: readonly SodItem[]): readonly SodItem[] {
  const inner = items.flatMap((item) =>
    item.itemType === "role"
      ? world.entitlements.filter(({ roleKey }) => roleKey === item.itemKey).map((one) => one.item)
      : [],
  );
  return [...items, ...inner];
}

type WorldPerson = SodWorld["people"][number];

/** Returns all that a person of a world has. */
export function heldIn(world: SodWorld, person: WorldPerson): readonly SodItem[] {
  return whole(world, [...person.grants, ...person.roles.map((itemKey) => ({ itemType: "role", itemKey }) as const)]);
}

const hit = (parts: SodWorld["rules"][number]["parts"], access: readonly SodItem[]) =>
  parts.filter((items) => items.some((item) => access.some((one) => same(one, item)))).length;

/** Returns the keys of the rules that a person violates, by a plain count. */
export function plainViolations(world: SodWorld, person: WorldPerson): readonly string[] {
  const held = heldIn(world, person);
  return world.rules
    .filter(({ enabled, atLeast, parts }) => enabled && hit(parts, held) >= atLeast)
    .map(({ key }) => key);
}

/** Returns the keys of the rules that what is asked for now would violate, by a plain count. */
export function plainRefusals(world: SodWorld, person: WorldPerson): readonly string[] {
  const held = heldIn(world, person);
  const given = whole(world, person.given);
  const fresh = given.filter((item) => !held.some((one) => same(one, item)));
  const all = [...held, ...whole(world, person.asked), ...given];
  return world.rules
    .filter(({ enabled, atLeast, parts }) => enabled && hit(parts, all) >= atLeast && hit(parts, fresh) > 0)
    .map(({ key }) => key);
}
