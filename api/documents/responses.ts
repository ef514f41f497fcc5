import type { StructuredType } from "../odata/structured-type.ts";
import { type Json, type Schemas, schemaOf } from "./schemas.ts";

const jsonOf = (schema: Json): Json => ({ "application/json": { schema } });

/** The schema of every error. */
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

/** What every call may be answered with beside its success. */
export const errorResponses: Readonly<Record<string, Json>> = {
  BadRequest: { description: "Something of the call does not fit; target and details name it.", content: error() },
  Unauthorized: { description: "No valid access token.", content: error() },
  Forbidden: { description: "A policy does not allow it.", content: error() },
  NotFound: { description: "There is nothing under this address.", content: error() },
  Unavailable: {
    description: "A part of the service does not answer; call again as Retry-After says.",
    content: error(),
  },
};

function error(): Json {
  return jsonOf({ $ref: "#/components/schemas/Error" });
}

const statusOf = { BadRequest: 400, Unauthorized: 401, Forbidden: 403, NotFound: 404, Unavailable: 503 } as const;

/** References to the errors of a call. */
export function commonErrors(): Json {
  return Object.fromEntries(
    Object.entries(statusOf).map(([name, status]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

/** One entity, or nothing where the type is left out. */
export function entityResponse(description: string, type: StructuredType | undefined, schemas: Schemas): Json {
  return type === undefined ? { description } : { description, content: jsonOf(schemaOf(type, schemas)) };
}

/** A page of entities. */
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

/** What was accepted and goes on: the operation, its address, and when to look again. */
export function acceptedResponse(type: StructuredType, schemas: Schemas): Json {
  return {
    ...entityResponse("Accepted; it is followed at the address of Location.", type, schemas),
    headers: {
      Location: { schema: { type: "string", format: "uri" } },
      "Retry-After": { schema: { type: "integer" }, description: "Seconds." },
    },
  };
}
