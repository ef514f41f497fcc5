import { guardedAttributes as activeDirectory } from "#connectors/active-directory/guarded-attributes.ts";
import type { GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";
import { guardedAttributes as ldap } from "#connectors/ldap/guarded-attributes.ts";
import { guardedAttributes as scim } from "#connectors/scim/guarded-attributes.ts";
import { guardedAttributes as sql } from "#connectors/sql/guarded-attributes.ts";
import { guardedAttributes as sqlite } from "#connectors/sqlite/guarded-attributes.ts";
import { guardedAttributes as ssh } from "#connectors/ssh/guarded-attributes.ts";

/** Attributes guarded by the service's own connectors, by connector ID; no proxy's report can weaken them. */
const builtInGuards: ReadonlyMap<string, readonly GuardedAttribute[]> = new Map(
  Object.entries({ "active-directory": activeDirectory, ldap, scim, sql, sqlite, ssh }),
);

const everyGuard: readonly GuardedAttribute[] = [...builtInGuards.values()].flat();

/** Returns the attributes that the service's own connector of an ID guards; undefined if the ID is not one of its own. */
export function ownGuardsOf(id: string): readonly GuardedAttribute[] | undefined {
  return builtInGuards.get(id);
}

/**
 * Returns the guarded attributes of a connector that declares none: its own, or for an unknown connector all attributes that any connector
 * of the service guards.
 */
export function guardsUndeclared(id: string): readonly GuardedAttribute[] {
  return ownGuardsOf(id) ?? everyGuard;
}
