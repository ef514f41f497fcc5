import type { Expression } from "#domain/query/bound-query.ts";

import type { CompiledPolicy } from "./compile-policy.ts";
import type { Principal } from "./principal.ts";

/** Keeps the conditions on rows that policies give for a principal. */
export interface PredicateMemory {
  /** The condition of a policy for a principal; it is made where it is not known. */
  of(policy: CompiledPolicy, principal: Principal, make: () => Expression): Expression;
}

interface Known {
  readonly principal: Principal;
  readonly predicates: WeakMap<CompiledPolicy, Expression>;
}

/**
 * Makes a memory of conditions. A condition is known for one list of classes, as it was read once, of one principal, and for
 * one compiled policy: other facts, or a changed policy, are other objects. What reads profile attributes is never kept.
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
