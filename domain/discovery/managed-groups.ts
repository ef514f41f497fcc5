import type { Expression } from "../query/bound-query.ts";
import { allOf, eq } from "../query/condition.ts";

/**
 * Causes by which a group is managed. `option`: a discovery took it, because automaticallyDiscoverResourcesToLoad was on, and no request has
 * named it since. `request`: a request created it, or has named it. `person`: someone managed it.
 */
export const managedBys = ["option", "person", "request"] as const;

/** Management of a group. */
export interface Management {
  readonly managed: boolean;
  /** Cause by which it is managed; null if it is not. */
  readonly managedBy: (typeof managedBys)[number] | null;
  /** True if a person stopped managing it, so that no discovery takes it. */
  readonly keptUnmanaged: boolean;
}

/** Management of a group that a request has created. */
export const createdByRequest: Management = { managed: true, managedBy: "request", keptUnmanaged: false };

/** Returns the management of a group after a person has managed it. A group that a request keeps managed stays as it is. */
export function afterManaging({ managed, managedBy }: Management): Management {
  return { managed: true, managedBy: managed && managedBy !== "option" ? managedBy : "person", keptUnmanaged: false };
}

/** Returns the management of a group after a person has stopped managing it. */
export function afterUnmanaging(): Management {
  return { managed: false, managedBy: null, keptUnmanaged: true };
}

/** Returns the management of a group after a request has named it: from then on, the option alone no longer keeps it managed. */
export function afterRequest(management: Management): Management {
  return management.managedBy === "option" ? { ...management, managedBy: "request" } : management;
}

/** Returns true if two managements are the same. */
export function isSameManagement(one: Management, other: Management): boolean {
  return (
    one.managed === other.managed && one.managedBy === other.managedBy && one.keptUnmanaged === other.keptUnmanaged
  );
}

/** Returns the condition on the groups of a target system that the option takes at the next discovery. */
export function takenByOption(targetSystemKey: string): Expression {
  return allOf(eq("targetSystemKey", targetSystemKey), eq("managed", false), eq("keptUnmanaged", false));
}

/** Returns the condition on the groups of a target system that only the option keeps managed. */
export function keptByOption(targetSystemKey: string): Expression {
  return allOf(eq("targetSystemKey", targetSystemKey), eq("managedBy", "option"));
}
