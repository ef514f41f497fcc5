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
  /** The operation's name. */
  readonly operation: string;
  /** True where each call gets an identifier, because work goes on after the answer (specification 5.7). */
  readonly isIdentified?: true;
  /** The last of the operation's policies: parents come before it. */
  readonly policy: string;
  /** The shape of the operation's input, for documents; only `invoke` judges by it. */
  readonly input?: z.ZodType;
  run(context: ServiceContext, caller: Caller, input: unknown): Promise<Output>;
}

/** A verb that reads, by a query over the set's source under this policy. */
export interface ReadVerb {
  readonly policy: string;
}

/** What a verb that writes may say of headers and of work that goes on after the answer. */
export interface WriteTerms {
  /** Request headers that are fields of the input: the field by the header's name in lower case. */
  readonly headerFields?: Readonly<Record<string, string>>;
  /** Name of the input's field that is told whether the body is the whole entity as it was read. */
  readonly asReadField?: string;
  /** True where the answer holds a secret that was made for this one call: it is never kept. */
  readonly givesSecret?: true;
  /** Where the work goes on: 202 with the address of what is answered, an entity of this set, and when to look again. */
  readonly statusMonitor?: { readonly set: string; readonly retryAfterSeconds: number };
}

/** What a write does with an entity. */
export type WriteKind = keyof typeof methodsOfWrites;

/** The methods of writes. */
export const methodsOfWrites = { create: "POST", replace: "POST", update: "PATCH", remove: "DELETE" } as const;

/** A verb that writes. */
export interface WriteVerb extends Verb<object | undefined>, WriteTerms {
  /** 201 with the new entity, 202 where the work goes on, 200 with the changed entity or with what was reckoned and is not kept, 204 without one. */
  readonly status: 200 | 201 | 202 | 204;
  /** True where some of what it takes is done at once, so that nothing goes on: then it gives nothing, and 204 is answered. */
  readonly mayBeSynchronous?: true;
  /** Name of the input's field that takes the key of the parent, for an entity below another one. */
  readonly parentField?: string;
  /** Fields that the operation itself demands, whatever the shape of its input says. */
  readonly demands?: readonly string[];
  /** What the body may carry beside the entity's own properties. */
  readonly parameters?: StructuredType["properties"];
  /** What is answered where it is not the entity. */
  readonly result?: StructuredType;
  /** A body that it takes, for documents. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** A bound action; one that gives a secret is never a part of another call. */
export interface ActionVerb extends Verb<object>, WriteTerms {
  /** By what entities advertise it. */
  readonly advertised?: AdvertisedAction;
  /** The parameters, as properties of a type. */
  readonly parameters: StructuredType;
  /** What is answered: a value of this type. */
  readonly result: StructuredType;
}

/** A bound function: GET. */
export interface FunctionVerb extends Verb<object> {
  /** What it may be told, by name; each may be left out, and goes to the operation as text. */
  readonly parameters?: StructuredType["properties"];
  /** What is answered: a value of this type. */
  readonly result: StructuredType;
}

/** A bound function of a whole set that gives some of its entities: they are read with all options, like the set. */
export interface SetView extends ReadVerb {
  /** Which of them. */
  readonly where: Expression;
}

/** Puts the operation behind a verb. */
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

/** The type of what a verb makes, where the set has entities of other types too, which are made elsewhere. */
export function typeMadeBy({ result }: WriteVerb, { derived }: Pick<EntitySet, "derived">): StructuredType | undefined {
  return derived?.find((type) => type === result);
}

/** How an entity is identified. */
export interface EntityKey {
  /** Name in path templates, such as `requestKey`. */
  readonly parameter: string;
  /** The property that holds it. */
  readonly property: string;
  readonly kind: "guid" | "string";
  /** The key that a written one stands for; without it a key is as it is written. */
  canonical?(written: string): string;
}

/** The verbs of a set or of a navigation; a verb that is not here is 405. */
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

/** A way from one entity to others, with the verbs and the policies that hold on this way. */
export interface Navigation extends Verbs {
  /** Name of the segment and of the navigation property. */
  readonly name: string;
  /** The relation of the set's source that it follows (store/query/sources); without one it cannot be expanded or filtered. */
  readonly relation?: string;
  readonly many: boolean;
  /** The property that holds the key of the one entity it leads to. */
  readonly constraint?: string;
  /** The set it leads to; a function, because sets lead to each other. */
  target(): EntitySet;
  /** True where the entities live below their parent only and have no set of their own. */
  readonly contained?: true;
}

/** An entity set as data: its type, its key, where its rows are, and the verbs it takes. */
export interface EntitySet extends Verbs {
  /** Name of the segment. */
  readonly name: string;
  readonly type: StructuredType;
  /** Types derived from it that its entities may have. */
  readonly derived?: readonly StructuredType[];
  readonly key: EntityKey;
  /** The source of its rows (store/query/sources); a set without one is read by the operations of its verbs. */
  readonly source?: string;
  /** What runs the reads that begin at it, where not every read does: such as one that audits whom it shows. */
  readonly readBy?: typeof runQuery;
  /** What adds the attached properties that are wanted to the rows of a page. */
  readonly attachment?: AttachmentName;
  /** The properties by which it may be ordered; all sortable ones where it is not given, as for sets of few entities. */
  readonly allowedOrderByPropertiesList?: readonly string[];
  /** The properties by which it is ordered unless the caller says otherwise; the key alone where it is not given. */
  readonly usualOrder?: readonly string[];
  /** Ways from one entity to others. */
  readonly navigation?: readonly Navigation[];
}
