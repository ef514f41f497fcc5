import type { BoundQuery, Expression } from "#domain/query/bound-query.ts";
import { allOf, isAlways, isNever, never } from "#domain/query/condition.ts";
import { defaultPolicy } from "#policies/default-policies.ts";
import { policySources } from "#policies/resources.ts";

import type { CallContext } from "../kernel/context.ts";
import type { Operation, PolicyCheck } from "../kernel/define-operation.ts";

/** An action as rows advertise it: the policies of its operation, its own last, and the condition on rows on which it can be called. */
export interface AdvertisedAction extends Pick<Operation<never, unknown, never>, "offered"> {
  readonly policies: readonly string[];
}

/** Actions that the rows of a query advertise, by name, and those of their expansions. */
export interface Advertising {
  readonly actions: Readonly<Record<string, AdvertisedAction>>;
  readonly expand: readonly { readonly name: string; readonly advertising: Advertising }[];
}

/** Returns the name of the computed column of an action: true if the caller can call it now. */
export const advertisedName = (action: string) => `#${action}`;

/** Returns the policies of advertised actions; none of them decides about the read itself. */
export function advertisedChecks({ actions, expand }: Advertising): readonly PolicyCheck<unknown>[] {
  const own = Object.values(actions).flatMap(({ policies }) => policies);
  const checks = [...new Set(own)].map((name) => ({ name, rows: true, mayShowNone: true }));
  return [...checks, ...expand.flatMap(({ advertising }) => advertisedChecks(advertising))];
}

/**
 * Adds a column for each action to a query: true if the caller can call it now, by the policies and the state of the row. An action with a
 * policy that no database can evaluate is left out.
 */
export function withAdvertised(context: CallContext, query: BoundQuery, { actions, expand }: Advertising): BoundQuery {
  const computed = Object.entries(actions).flatMap(([action, advertised]) => {
    const expression = whereTaken(context, query.source, advertised);
    return expression === undefined ? [] : [{ name: advertisedName(action), expression }];
  });
  const below = new Map(expand.map(({ name, advertising }) => [name, advertising]));
  return {
    ...query,
    computed: [...query.computed, ...computed],
    expand: query.expand.map((item) => {
      const advertising = below.get(item.name);
      return advertising === undefined ? item : { ...item, query: withAdvertised(context, item.query, advertising) };
    }),
  };
}

function whereTaken(
  { policies, visible, caller, clock }: CallContext,
  source: string,
  { policies: names, offered }: AdvertisedAction,
): Expression | undefined {
  const parts: Expression[] = [];
  for (const [index, name] of names.entries()) {
    if (policies.fault(name) !== undefined) return never;
    if (!policies.ruledByRows(name)) return undefined;
    const policy = visible.get(name) ?? never;
    const isOwn = index === names.length - 1;
    if (isOwn && offered !== undefined) {
      parts.push(offered({ policy, userKey: caller.key ?? "", now: clock.now() }));
    } else if (isAlways(policy) || isNever(policy) || sourceOfPolicy(name) === source) {
      parts.push(policy);
    } else {
      // The policy is about rows to which no relation leads from these.
      return undefined;
    }
  }
  return allOf(...parts);
}

function sourceOfPolicy(name: string): string | undefined {
  const resource = defaultPolicy(name)?.resource ?? null;
  return resource === null ? undefined : policySources[resource];
}
