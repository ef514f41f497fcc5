import { queryOptions } from "@tanstack/react-query";

import { CallError } from "../base/call-error.ts";
import type { Tagged } from "./call.ts";
import type { Role } from "./model.ts";
import { address, literal, type Path } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

const keptForMs = 60_000;
const shownAtOnce = 20;
const keysOfOneRead = 50;

/** Path of the set of roles. */
export const rolesPath = pathOf("roles");

const actions = withActions(["putInForce", "retire", "discardDraft", "setOwners", "setAuthorizationPhases"]);

/** Returns the query for a role with its draft and with what the reader may do with it. */
export function roleQuery(key: string) {
  const path: Path<Tagged<Role>> = address(pathOf("roles()", key), { select: actions });
  return queryOptions({ queryKey: [rolesPath, key], queryFn: ({ signal }) => read(path, signal) });
}

/** Returns the query for what a role in force gives, also through roles within it, with the names of its groups and roles. */
export function entitlementsQuery(roleKey: string) {
  return queryOptions({
    queryKey: [rolesPath, roleKey, "entitlements"],
    queryFn: ({ signal }) => readAll(...entitlementsOf(roleKey), signal),
  });
}

const entitlementsOf = (roleKey: string) =>
  [pathOf("roles()/entitlements", roleKey), { expand: "group,innerRole" }] as const;

/** Returns the query for what a role in force gives; null if the reader may not see it. */
export function seenEntitlementsQuery(roleKey: string) {
  return queryOptions({
    queryKey: [rolesPath, roleKey, "seenEntitlements"],
    queryFn: async ({ signal }) => {
      try {
        return await readAll(...entitlementsOf(roleKey), signal);
      } catch (error) {
        if (error instanceof CallError && error.status === 403) return null;
        throw error;
      }
    },
  });
}

/** Returns the query for the roles that contain a role. */
export function containedInQuery(roleKey: string) {
  const options = { expand: "role" };
  return queryOptions({
    queryKey: [rolesPath, roleKey, "containedIn"],
    queryFn: ({ signal }) => readAll(pathOf("roles()/containedIn", roleKey), options, signal),
  });
}

/** Returns the query for the versions of a role, the oldest first. */
export function versionsQuery(roleKey: string) {
  return queryOptions({
    queryKey: [rolesPath, roleKey, "versions"],
    queryFn: ({ signal }) => readAll(pathOf("roles()/versions", roleKey), {}, signal),
  });
}

/** Returns the query for the owners of a role. */
export function ownersQuery(roleKey: string) {
  return queryOptions({
    queryKey: [rolesPath, roleKey, "owners"],
    queryFn: ({ signal }) => readAll(pathOf("roles()/owners", roleKey), { orderby: "id,key" }, signal),
  });
}

/** Returns the query for the assignments of a role, which say why its members have it. */
export function assignmentsQuery(roleKey: string) {
  const options = { select: "userKey,because,until" };
  return queryOptions({
    queryKey: [rolesPath, roleKey, "assignments"],
    queryFn: ({ signal }) => readAll(pathOf("roles()/assignments", roleKey), options, signal),
  });
}

/** Query for the names of the roles that the reader may know. */
export const roleNamesQuery = queryOptions({
  queryKey: [rolesPath, "names"],
  queryFn: ({ signal }) => readAll(rolesPath, { orderby: "id", select: "key,id,description,state" }, signal),
  staleTime: keptForMs,
});

/** Query for the first roles that the reader may read. */
export const readableRolesQuery = queryOptions({
  queryKey: [rolesPath, "readable"],
  queryFn: ({ signal }) => read(address(rolesPath, { orderby: "id", top: shownAtOnce, count: true }), signal),
  staleTime: keptForMs,
});

/** Returns the query for the names of items of the catalog by their keys; what is no longer in the catalog has none. */
export function itemsByKeyQuery(keys: readonly string[]) {
  const path = pathOf("catalogueItems");
  const asked = [...new Set(keys)].toSorted();
  return queryOptions({
    queryKey: [path, "byKey", ...asked],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(asked.length / keysOfOneRead) }, (_none, part) =>
        asked.slice(part * keysOfOneRead, (part + 1) * keysOfOneRead),
      );
      const found = await Promise.all(
        parts.map((part) => {
          const options = {
            filter: `key in (${part.map(literal).join(",")})`,
            select: "key,name,targetSystemKey,requestable",
          };
          return readAll(path, options, signal);
        }),
      );
      return new Map(found.flat().map((item) => [item.key, item]));
    },
    enabled: asked.length > 0,
    staleTime: keptForMs,
  });
}
