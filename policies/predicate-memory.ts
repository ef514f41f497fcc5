import type { Expression } from "#domain/query/bound-query.ts";

import type { CompiledPolicy } from "./compile-policy.ts";
import type { Principal } from "./principal.ts";

/** Cache of the conditions on rows that policies give for a principal. */
export interface PredicateMemory {
  /** Returns the condition of a policy for a principal; makes it if it is not cached. */
  of(policy: CompiledPolicy, principal: Principal, make: () => Expression): Expression;
}

interface Known {
  readonly principal: Principal;
  readonly predicates: WeakMap<CompiledPolicy, Expression>;
}

/**
 * Makes a cache of conditions. A condition is cached for one list of classes, as it was read once, of one principal,
 * and for one compiled policy: other facts, or a changed policy, are other objects. A condition that reads profile
 * attributes is never cached.
 */
export function createPredicateMemory(): PredicateMemory {
  const byClasses = new WeakMap<readonly string[], Known>();
  return {
    of(policy, principal, make) {
      if (policy.readsProfile) return make();
      let known = byClasses.get(principal.classes);
      if (known === undefined || !isSame(known.principal, principal)) {
        known = { principal, predicates: new WeakMap() };
        byClasses.set(principal.classes, known);
      }
      const predicate = known.predicates.get(policy) ?? make();
      known.predicates.set(policy, predicate);
      return predicate;
    },
  };
}

function isSame(one: Principal, other: Principal): boolean {
  return one.key === other.key && one.id === other.id && one.superuser === other.superuser;
}
