import type { z } from "zod";

import type { Expression } from "#domain/query/bound-query.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { AdvertisedAction } from "#operations/read/advertise.ts";
import type { runQuery } from "#operations/read/query.ts";
import type { AttachmentName } from "#operations/tables/attachments.ts";

import type { StructuredType } from "./structured-type.ts";

/** An operation behind a verb, with the policy that its route shows. */
export interface Verb<Output> {
  readonly operation: string;
  /** True if each call gets an identifier, because work continues after the answer (specification 5.7). */
  readonly isIdentified?: true;
  /** Last policy of the operation; the policies of its parents come before it. */
  readonly policy: string;
  /** Shape of the operation's input, for documents; only `invoke` checks it. */
  readonly input?: z.ZodType;
  run(context: ServiceContext, caller: Caller, input: unknown): Promise<Output>;
}

/** A verb that reads, by a query over the set's source under this policy. */
export interface ReadVerb {
  readonly policy: string;
}

/** Headers, secrets and asynchronous work of a verb that writes. */
export interface WriteTerms {
  /** Request headers that are fields of the input: the field by the header's name in lower case. */
  readonly headerFields?: Readonly<Record<string, string>>;
  /** Name of the input's field that says whether the body is the whole entity as it was read. */
  readonly asReadField?: string;
  /** True if the answer holds a secret that was made for this one call; the answer is never kept. */
  readonly givesSecret?: true;
  /** Asynchronous work: the answer is 202 with the address of an entity of this set, and the seconds until the next look. */
  readonly statusMonitor?: { readonly set: string; readonly retryAfterSeconds: number };
}

/** Effect of a write on an entity. */
export type WriteKind = keyof typeof methodsOfWrites;

/** HTTP methods of the kinds of writes. */
export const methodsOfWrites = { create: "POST", replace: "POST", update: "PATCH", remove: "DELETE" } as const;

/** A verb that writes. */
export interface WriteVerb extends Verb<object | undefined>, WriteTerms {
  /**
   * Status of success: 201 with the new entity; 202 if work continues; 200 with the changed entity, or with a computed
   * value that is not kept; 204 without a body.
   */
  readonly status: 200 | 201 | 202 | 204;
  /** True if some inputs are done at once, so that no work continues: then the operation returns nothing, and the answer is 204. */
  readonly mayBeSynchronous?: true;
  /** Name of the input's field that takes the key of the parent, for an entity below another one. */
  readonly parentField?: string;
  /** Fields that the operation itself demands, whatever the shape of its input says. */
  readonly demands?: readonly string[];
  /** Parameters of the body beside the entity's own properties. */
  readonly parameters?: StructuredType["properties"];
  /** Type of the answer if it is not the entity. */
  readonly result?: StructuredType;
  /** Example of a body, for documents. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** A bound action; one that gives a secret is never a part of another call. */
export interface ActionVerb extends Verb<object>, WriteTerms {
  /** Policies and rows under which entities advertise the action; without it they never do. */
  readonly advertised?: AdvertisedAction;
  /** The parameters, as properties of a type. */
  readonly parameters: StructuredType;
  /** Type of the answer. */
  readonly result: StructuredType;
}

/** A bound function: GET. */
export interface FunctionVerb extends Verb<object> {
  /** Parameters by name. Each is optional and goes to the operation as text. */
  readonly parameters?: StructuredType["properties"];
  /** Type of the answer. */
  readonly result: StructuredType;
}

/** A bound function of a whole set that gives some of its entities. They are read with all options, like the set. */
export interface SetView extends ReadVerb {
  /** Condition on the entities that the function gives. */
  readonly where: Expression;
}

/** Makes the verb of an operation. */
export function verb<Input, Output, Prepared>(operation: Operation<Input, Output, Prepared>): Verb<Output> {
  const policy = operation.policies.at(-1)?.name;
  if (policy === undefined)
    throw new TypeError(`the operation ${operation.name} has no policy, so no verb can have it`);
  const { name, input, operationType } = operation;
  return {
    operation: name,
    policy,
    input,
    ...(operationType === undefined ? {} : { isIdentified: true }),
    run: (context, caller, given) => invoke(operation, context, caller, given),
  };
}

/** Returns the type of the entities that a verb makes, if it is a derived type of the set. Other types are made elsewhere. */
export function typeMadeBy({ result }: WriteVerb, { derived }: Pick<EntitySet, "derived">): StructuredType | undefined {
  return derived?.find((type) => type === result);
}

/** Key that identifies an entity. */
export interface EntityKey {
  /** Name in path templates, such as `requestKey`. */
  readonly parameter: string;
  /** Property that holds the key. */
  readonly property: string;
  readonly kind: "guid" | "string";
  /** Returns the canonical form of a written key; without this function a key stays as it is written. */
  canonical?(written: string): string;
}

/** Verbs of a set or of a navigation; a missing verb is 405. */
export interface Verbs {
  readonly list?: ReadVerb;
  readonly get?: ReadVerb;
  readonly create?: WriteVerb;
  /** POST on an existing key: replaces its fields. */
  readonly replace?: WriteVerb;
  /** PATCH. */
  readonly update?: WriteVerb;
  /** DELETE. */
  readonly remove?: WriteVerb;
  /** Actions on one entity, by name. */
  readonly actions?: Readonly<Record<string, ActionVerb>>;
  /** Functions of one entity, by name. */
  readonly functions?: Readonly<Record<string, FunctionVerb>>;
  /** Functions of the whole set, by name. */
  readonly setFunctions?: Readonly<Record<string, FunctionVerb>>;
  /** Functions of the whole set that give some of its entities, by name. */
  readonly setViews?: Readonly<Record<string, SetView>>;
  /** Actions on the whole set, by name. */
  readonly setActions?: Readonly<Record<string, ActionVerb>>;
}

/** Navigation from one entity to others, with the verbs and the policies that hold at this address. */
export interface Navigation extends Verbs {
  /** Name of the segment and of the navigation property. */
  readonly name: string;
  /** Relation of the set's source that it follows (store/query/sources); without one it cannot be expanded or filtered. */
  readonly relation?: string;
  readonly many: boolean;
  /** Property that holds the key of the one entity it leads to. */
  readonly constraint?: string;
  /** Returns the set that it leads to. It is a function because sets lead to each other. */
  target(): EntitySet;
  /** True if the entities live below their parent only and have no set of their own. */
  readonly contained?: true;
}

/** An entity set as data: its type, its key, the source of its rows, and its verbs. */
export interface EntitySet extends Verbs {
  /** Name of the segment. */
  readonly name: string;
  readonly type: StructuredType;
  /** Derived types that its entities may have. */
  readonly derived?: readonly StructuredType[];
  readonly key: EntityKey;
  /** Source of its rows (store/query/sources); a set without one is read by the operations of its verbs. */
  readonly source?: string;
  /** Operation that runs the reads that begin at this set, if it is not the usual one: such as one that audits the people it shows. */
  readonly readBy?: typeof runQuery;
  /** Attachment that adds the attached properties to the rows of a page, as far as they are wanted. */
  readonly attachment?: AttachmentName;
  /** True if attached values depend on the reader: If-Match then compares the version of the row alone. */
  readonly attachmentOfReader?: true;
  /** Properties by which it may be ordered; by default all sortable ones, as for sets of few entities. */
  readonly allowedOrderByPropertiesList?: readonly string[];
  /** Properties by which it is ordered unless the caller names others; by default the key alone. */
  readonly usualOrder?: readonly string[];
  /** Navigations from one entity to others. */
  readonly navigation?: readonly Navigation[];
}
