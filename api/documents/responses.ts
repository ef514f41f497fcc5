import type { Json } from "../odata/model/input-fields.ts";
import type { StructuredType } from "../odata/structured-type.ts";
import type { Schemas } from "./named-schemas.ts";
import { schemaOf } from "./schemas.ts";

const jsonOf = (schema: Json): Json => ({ "application/json": { schema } });

/** Schema of every error. */
export const errorSchema: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", description: "UPPER_SNAKE; the list is in docs/errors.md." },
        message: { type: "string" },
        target: { type: ["string", "null"] },
        details: { type: "array", items: { type: "object" } },
      },
    },
  },
};

/** Errors of calls by their status: their names in the document, and their meaning. */
const errorTable = {
  400: ["BadRequest", "Something of the call does not fit; target and details name it."],
  401: ["Unauthorized", "No valid access token."],
  403: ["Forbidden", "A policy does not allow it."],
  404: ["NotFound", "There is nothing under this address that the caller may see."],
  406: ["NotAcceptable", "It is not answered in any media type that Accept or $format names."],
  409: ["Conflict", "It does not fit to what is stored, such as an id that is taken."],
  412: ["PreconditionFailed", "The entity is not at the version that If-Match names."],
  413: ["TooLarge", "The body is larger than it may be."],
  415: ["MediaUnsupported", "The body has another media type or encoding than it must have."],
  422: ["RefusedByTarget", "A target system, or a rule for it, refuses what is asked."],
  429: ["TooMany", "Too many calls; call again as Retry-After says."],
  501: ["NotSupported", "OData or the specification knows it, and this service does not do it."],
  503: ["Unavailable", "A part of the service does not answer; call again as Retry-After says."],
} as const satisfies Record<number, readonly [name: string, description: string]>;

/** Responses to failed calls, by their names in the document. */
export const errorResponses: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.values(errorTable).map(([name, description]) => [
    name,
    { description, content: jsonOf({ $ref: "#/components/schemas/Error" }) },
  ]),
);

const statusesOf = {
  read: [400, 401, 403, 404, 406, 429, 501, 503],
  write: [400, 401, 403, 404, 406, 409, 412, 413, 415, 422, 429, 501, 503],
  batch: [400, 401, 413, 415, 429, 503],
} as const satisfies Record<string, readonly (keyof typeof errorTable)[]>;

/** Returns references to the errors of a call. */
export function errorsOf(kind: keyof typeof statusesOf): Json {
  return Object.fromEntries(
    statusesOf[kind].map((status) => [status, { $ref: `#/components/responses/${errorTable[status][0]}` }]),
  );
}

/** Response to a conditional read of an unchanged entity. */
export const notModified: Json = {
  304: { description: "Entity tag in If-None-Match is current; the entity is not sent again." },
};

/** Returns the response with one entity, or without a body if the type is left out. */
export function entityResponse(description: string, type: StructuredType | undefined, schemas: Schemas): Json {
  return type === undefined ? { description } : { description, content: jsonOf(schemaOf(type, schemas)) };
}

/** Returns the response with a page of entities. */
export function pageResponse(type: StructuredType, schemas: Schemas): Json {
  return {
    description: "A page; `@odata.nextLink` leads to the next one.",
    content: jsonOf({
      type: "object",
      required: ["value"],
      properties: {
        "@odata.context": { type: "string" },
        "@odata.count": { type: "integer" },
        "@odata.nextLink": { type: "string" },
        value: { type: "array", items: schemaOf(type, schemas) },
      },
    }),
  };
}

/** Returns the response to accepted work that continues: the operation, its address, and the seconds until the next look. */
export function acceptedResponse(type: StructuredType, schemas: Schemas): Json {
  return {
    ...entityResponse("Accepted; it is followed at the address of Location.", type, schemas),
    headers: {
      Location: { schema: { type: "string", format: "uri" } },
      "Retry-After": { schema: { type: "integer" }, description: "Seconds." },
    },
  };
}
