import type { Caller, ServiceContext } from "#operations/context.ts";
import type { Operation } from "#operations/define-operation.ts";
import { invoke } from "#operations/invoke.ts";
import type { Page } from "#operations/read/read-list.ts";

import type { StructuredType } from "./structured-type.ts";

/** An operation behind a verb, with the policy that its route shows. */
export interface Verb<Output> {
  /** The last of the operation's policies: parents come before it. */
  readonly policy: string;
  run(context: ServiceContext, caller: Caller, input: unknown): Promise<Output>;
}

/** A verb that writes. */
export interface WriteVerb extends Verb<object> {
  /** 201 with the new entity, 202 where the work goes on, 200 with the changed entity. */
  readonly status: 200 | 201 | 202;
  /** Name of the input's field that takes the key of the parent, for an entity below another one. */
  readonly parentField?: string;
  /** What the body may carry beside the entity's own properties. */
  readonly parameters?: StructuredType["properties"];
  /** What is answered where it is not the entity. */
  readonly result?: StructuredType;
}

/** A bound action. */
export interface ActionVerb extends Verb<object> {
  /** The parameters, as properties of a type. */
  readonly parameters: StructuredType;
  /** What is answered: a value of this type. */
  readonly result: StructuredType;
}

/** Puts the operation behind a verb. */
export function verb<Input, Output, Prepared>(operation: Operation<Input, Output, Prepared>): Verb<Output> {
  const policy = operation.policies.at(-1)?.name;
  if (policy === undefined)
    throw new TypeError(`the operation ${operation.name} has no policy, so no verb can have it`);
  return { policy, run: (context, caller, input) => invoke(operation, context, caller, input) };
}

/** How an entity is identified. */
export interface EntityKey {
  /** Name in path templates, such as `requestKey`. */
  readonly parameter: string;
  /** The property that holds it. */
  readonly property: string;
  readonly kind: "guid" | "string";
}

/** An entity set as data: its type, its key, and the verbs it takes; a verb that is not here is 405. */
export interface EntitySet {
  /** Name of the segment. */
  readonly name: string;
  readonly type: StructuredType;
  readonly key: EntityKey;
  readonly list?: Verb<Page<object>>;
  readonly get?: Verb<object>;
  readonly create?: WriteVerb;
  /** POST on an existing key: replaces its fields. */
  readonly replace?: WriteVerb;
  /** Actions on one entity, by name. */
  readonly actions?: Readonly<Record<string, ActionVerb>>;
  /** Actions on the whole set, by name. */
  readonly setActions?: Readonly<Record<string, ActionVerb>>;
  /** Sets below one entity. */
  readonly navigation?: readonly EntitySet[];
}
