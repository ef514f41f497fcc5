import type { OrderAttributes } from "../requests/order.ts";
import { roleLevelsMax } from "../role-limits.ts";
import type { Entitlement, EntitlementKind } from "./role-content.ts";

/** Something that a role contains, itself or by a role within it. */
export interface FlatEntitlement {
  readonly kind: EntitlementKind;
  readonly targetSystemKey: string | null;
  readonly groupKey: string | null;
  readonly innerRoleKey: string | null;
  /** Key of the role, named by this one, by which it is contained; null if this one names it itself. */
  readonly throughRoleKey: string | null;
  readonly attributes: OrderAttributes | null;
}

/** Entitlements that roles name themselves, by the keys of the roles. */
export type NamedEntitlements = ReadonlyMap<string, readonly Entitlement[]>;

/** Way along which a role would contain itself, or that is too long: keys of roles from the first to the last. */
export type RoleWay = readonly string[];

/** Finds a way along which a role contains itself, or that has too many levels; undefined if there is none. */
export function faultyWay(roleKey: string, named: NamedEntitlements): RoleWay | undefined {
  // What was looked at from one place needs no second look, so that many ways between few roles cost little.
  const levels = new Map<string, number>();
  const walk = (key: string, way: RoleWay): RoleWay | undefined => {
    if (way.includes(key)) return [...way.slice(way.indexOf(key)), key];
    const here = [...way, key];
    if (here.length > roleLevelsMax) return here;
    if ((levels.get(key) ?? 0) >= here.length) return undefined;
    levels.set(key, here.length);
    for (const entitlement of named.get(key) ?? []) {
      const fault = entitlement.kind === "role" ? walk(entitlement.roleKey, here) : undefined;
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  return walk(roleKey, []);
}

/**
 * Returns everything that a role contains, each thing once: what it names itself comes before what roles within it contain, and attributes
 * of an account that is contained several times are those of all, the nearest value of each.
 */
export function flattened(roleKey: string, named: NamedEntitlements): readonly FlatEntitlement[] {
  const found = new Map<string, FlatEntitlement>();
  const seen = new Set([roleKey]);
  // Level by level, so that what is nearer comes first.
  let level: readonly { readonly key: string; readonly through: string | null }[] = [{ key: roleKey, through: null }];
  while (level.length > 0) {
    const next: { readonly key: string; readonly through: string | null }[] = [];
    for (const { key, through } of level) {
      for (const entitlement of named.get(key) ?? []) {
        add(found, flat(entitlement, through));
        if (entitlement.kind !== "role" || seen.has(entitlement.roleKey)) continue;
        seen.add(entitlement.roleKey);
        next.push({ key: entitlement.roleKey, through: through ?? entitlement.roleKey });
      }
    }
    level = next;
  }
  return [...found.values()];
}

function add(found: Map<string, FlatEntitlement>, one: FlatEntitlement): void {
  const name = thingName(one);
  const known = found.get(name);
  if (known === undefined) found.set(name, one);
  else if (one.attributes !== null)
    found.set(name, { ...known, attributes: { ...one.attributes, ...known.attributes } });
}

/** Returns a text that is the same for the same thing within roles. */
export function thingName(
  one: Pick<FlatEntitlement, "kind" | "targetSystemKey" | "groupKey" | "innerRoleKey">,
): string {
  if (one.kind === "account") return JSON.stringify(["account", one.targetSystemKey]);
  return JSON.stringify([one.kind, one.groupKey ?? one.innerRoleKey]);
}

const nothing = { targetSystemKey: null, groupKey: null, innerRoleKey: null, attributes: null } as const;

function flat(entitlement: Entitlement, throughRoleKey: string | null): FlatEntitlement {
  const { kind } = entitlement;
  switch (entitlement.kind) {
    case "account": {
      const { targetSystemKey, attributes } = entitlement;
      return { ...nothing, kind, throughRoleKey, targetSystemKey, attributes };
    }
    case "membership":
      return { ...nothing, kind, throughRoleKey, groupKey: entitlement.groupKey };
    case "role":
      return { ...nothing, kind, throughRoleKey, innerRoleKey: entitlement.roleKey };
  }
}
