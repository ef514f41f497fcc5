import { policyOf } from "#domain/policy-name.ts";

import type { ResourceName } from "./resources.ts";

/** A policy: a name, and an expression that decides calls under it. */
export interface Policy {
  /** Name by the rule of policy-name. */
  readonly name: string;
  /** Resource that `resource` is in the expression; null if the expression may not name it. */
  readonly resource: ResourceName | null;
  /** CEL over `principal` and `resource`; true allows. */
  readonly expression: string;
}

/** Expression that allows every signed-in user. */
export const anyUser = "true";
/** Expression that allows superusers alone. */
export const superusers = "IsSuperuser()";

/** Returns the names for reading a set and one of its entities. */
export const readsOf = (path: string) => [policyOf.get(path), policyOf.list(path)];

/** Returns the names for creating, updating and deleting entities of a set. */
export const writesOf = (path: string) => [policyOf.create(path), policyOf.update(path), policyOf.remove(path)];

/** Returns policies of several names with one expression. */
export function policies(resource: ResourceName | null, expression: string, names: readonly string[]): Policy[] {
  return names.map((name) => ({ name, resource, expression }));
}
