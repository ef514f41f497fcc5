import { answersKeptHours, pageSizeMax } from "#domain/limits.ts";

import type { EntityKey, WriteTerms } from "../odata/entity-set.ts";
import type { Json } from "../odata/model/input-fields.ts";
import type { StructuredType } from "../odata/structured-type.ts";

const text = { type: "string" };

/** Query options of OData, once for the whole document. */
export const queryParameters: Readonly<Record<string, Json>> = {
  select: option("select", "Properties to give, with commas between them.", text),
  expand: option("expand", "Related entities to give along, each with options of its own in brackets.", text),
  filter: option("filter", "Which entities to give: `enabled eq true and startswith(shortId,'a')`.", text),
  orderby: option("orderby", "Order: `shortId desc`.", text),
  search: option("search", "Words that the entities must contain.", text),
  compute: option("compute", "Values to compute per entity: `length(shortId) as size`.", text),
  top: option("top", `At most so many entities; more than ${pageSizeMax} come in pages.`, {
    type: "integer",
    minimum: 0,
  }),
  skip: option("skip", "Entities to leave out first.", { type: "integer", minimum: 0 }),
  count: option("count", "Whether to count all that match.", { type: "boolean" }),
};

/** Headers of conditions and preferences, once for the whole document. */
export const headerParameterTable: Readonly<Record<string, Json>> = {
  ifMatch: header("If-Match", 'ETags such as `W/"3"`, or `*`: where the entity is at none of these versions, 412.'),
  ifNoneMatch: header("If-None-Match", "ETags that the caller has: where the entity is at one of these versions, 304."),
  preferPage: header("Prefer", "`maxpagesize=50`: at most so many entities on a page."),
  preferReturn: header("Prefer", "`return=representation` or `return=minimal`: whether the entity is answered."),
  idempotencyKey: header(
    "Idempotency-Key",
    `A name for this call, of your own: sent again with the same key within ${answersKeptHours} hours it gets the same answer, and nothing is done twice.`,
  ),
  repeatabilityRequestId: header("Repeatability-Request-ID", "The same, as OData names it."),
  repeatabilityFirstSent: header(
    "Repeatability-First-Sent",
    "With Repeatability-Request-ID: when the call was sent first, as a date of HTTP.",
  ),
  preferContinue: header("Prefer", "`continue-on-error`: whether it goes on behind a part that failed."),
};

/** Returns references to parameters of the whole document. */
export function parametersNamed(...names: readonly string[]): readonly Json[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Returns references to the headers that name a call. */
export function callKeyParameters(): readonly Json[] {
  return parametersNamed("idempotencyKey", "repeatabilityRequestId", "repeatabilityFirstSent");
}

/** Returns references to the options that a read takes. */
export function optionsOf(one: boolean): readonly Json[] {
  return parametersNamed(...(one ? ["select", "expand", "compute"] : Object.keys(queryParameters)));
}

/** Returns the keys of a path as parameters; in the address they are written as in OData. */
export function keyParameters(keys: readonly EntityKey[]): readonly Json[] {
  return keys.map(({ parameter, kind }) => ({
    name: parameter,
    in: "path",
    required: true,
    schema: kind === "guid" ? { type: "string", format: "uuid" } : { type: "string", pattern: "^'.*'$" },
    ...(kind === "guid" ? {} : { description: "Id in single quotes: `'AD1'`.", example: "'AD1'" }),
  }));
}

/** Returns the parameters of a function, as query options of the same names. */
export function functionParameters(parameters: StructuredType["properties"]): readonly Json[] {
  return Object.entries(parameters).map(([name, { type, description }]) => ({
    name,
    in: "query",
    required: false,
    description,
    schema: type === "Edm.DateTimeOffset" ? { type: "string", format: "date-time" } : text,
  }));
}

/** Returns the headers that a write takes as a part of its input. */
export function headerParameters({ headerFields = {} }: WriteTerms): readonly Json[] {
  return Object.keys(headerFields).map((name) => ({ name, in: "header", required: false, schema: text }));
}

function header(name: string, description: string): Json {
  return { name, in: "header", required: false, description, schema: text };
}

function option(name: string, description: string, schema: Json): Json {
  return { name: `$${name}`, in: "query", required: false, description, schema };
}
