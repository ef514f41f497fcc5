import { guardedAttributes as activeDirectory } from "#connectors/active-directory/guarded-attributes.ts";
import type { GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";
import { guardedAttributes as ldap } from "#connectors/ldap/guarded-attributes.ts";
import { guardedAttributes as scim } from "#connectors/scim/guarded-attributes.ts";
import { guardedAttributes as sql } from "#connectors/sql/guarded-attributes.ts";
import { guardedAttributes as sqlite } from "#connectors/sqlite/guarded-attributes.ts";
import { guardedAttributes as ssh } from "#connectors/ssh/guarded-attributes.ts";

/** What the service's own connectors guard, by their ids; no proxy's word takes anything from it. */
const builtInGuards: ReadonlyMap<string, readonly GuardedAttribute[]> = new Map(
  Object.entries({ "active-directory": activeDirectory, ldap, scim, sql, sqlite, ssh }),
);

const everyGuard: readonly GuardedAttribute[] = [...builtInGuards.values()].flat();

/** The attributes that the service's own connector of an id guards; undefined = the id is none of its own. */
export function ownGuardsOf(id: string): readonly GuardedAttribute[] | undefined {
  return builtInGuards.get(id);
}

/** The attributes of a connector that declares none: all that any connector of the service guards, as nothing better is known. */
export function guardsUndeclared(id: string): readonly GuardedAttribute[] {
  return ownGuardsOf(id) ?? everyGuard;
}
