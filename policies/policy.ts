import { policyOf } from "#domain/policy-name.ts";

import type { ResourceName } from "./resources.ts";

/** One policy: who may do what its name says. */
export interface Policy {
  /** By the rule of policy-name. */
  readonly name: string;
  /** What `resource` is in the expression; null where the expression may not name it. */
  readonly resource: ResourceName | null;
  /** CEL over `principal` and `resource`; true allows. */
  readonly expression: string;
}

/** Whoever has signed in. */
export const anyUser = "true";
/** Superusers alone. */
export const superusers = "IsSuperuser()";

/** The names of reading a set and one of its entities. */
export const readsOf = (path: string) => [policyOf.get(path), policyOf.list(path)];

/** The names of making, changing and removing what a set holds. */
export const writesOf = (path: string) => [policyOf.create(path), policyOf.update(path), policyOf.remove(path)];

/** The policies of several names, which have one expression. */
export function policies(resource: ResourceName | null, expression: string, names: readonly string[]): Policy[] {
  return names.map((name) => ({ name, resource, expression }));
}
