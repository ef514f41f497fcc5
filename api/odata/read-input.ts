import { Secret } from "#connectors/contract/index.ts";
import { ServiceError, type ErrorDetail } from "#domain/errors.ts";

import { propertyNamed } from "./model/types.ts";
import type { Property, StructuredType } from "./structured-type.ts";

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,12})?)?(Z|[+-]\d\d:\d\d)$/i;
const momentRule = "must be a moment such as 2030-01-31T12:00:00Z";

const largeNumbers: ReadonlySet<unknown> = new Set(["Edm.Int64", "Edm.Decimal"]);

/** How a body is written. */
export interface ReadingInput {
  /** True where large and decimal numbers are texts (IEEE754Compatible). */
  readonly numbersAsTexts?: boolean;
}

/**
 * Turns a JSON body into the input of an operation: moments become milliseconds, write-only texts Secrets, annotations
 * are left out. What does not fit stays as it is, because only the operation may judge it: after the policies.
 */
export function readInput(
  type: StructuredType,
  body: unknown,
  { numbersAsTexts = false }: ReadingInput = {},
): Record<string, unknown> {
  const entries = Object.entries(body as Record<string, unknown>).filter(([name]) => !name.includes("@"));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const property = propertyNamed(type, name);
      const isText = numbersAsTexts && typeof value === "string" && largeNumbers.has(property?.type);
      return [name, readValue(property, isText && /^-?\d{1,30}(\.\d{1,30})?$/.test(value) ? Number(value) : value)];
    }),
  );
}

/** Puts the keys of the address into an input; a field of the body must not take their place. */
export function withKeys(
  input: Record<string, unknown>,
  keys: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const clash = Object.keys(keys).find((name) => Object.hasOwn(input, name));
  if (clash !== undefined) {
    throw new ServiceError("FIELD_UNKNOWN", {
      message: `'${clash}' stands in the address, not in the body.`,
      target: clash,
    });
  }
  return { ...input, ...keys };
}

/** The same error in the words of the door: which field is read-only, and how a moment is written. */
export function explainInput(type: StructuredType, error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.details === undefined) return error;
  const details = error.details.map((detail) => explainDetail(type, detail));
  const changed = details.findIndex((detail, index) => detail !== error.details?.[index]);
  if (changed < 0) return error;
  const first = details[0];
  return new ServiceError(error.code, {
    details,
    message: first && first.target !== "" ? `${first.target}: ${first.message}` : error.message,
    target: first?.target ?? error.target,
    detail: error.detail,
    cause: error.cause,
  });
}

function readValue(property: Property | undefined, value: unknown): unknown {
  if (property?.access === "write") return typeof value === "string" ? new Secret(value) : value;
  if (property?.type !== "Edm.DateTimeOffset" || property.collection) return value;
  // Milliseconds are the service's own form; at this door they are as wrong as any other number.
  if (typeof value === "number") return String(value);
  const ms = typeof value === "string" && moment.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? value : ms;
}

function explainDetail(type: StructuredType, detail: ErrorDetail): ErrorDetail {
  const property = propertyNamed(type, detail.target);
  if (detail.code === "FIELD_UNKNOWN" && property?.access === "read") {
    return {
      code: "FIELD_READ_ONLY",
      target: detail.target,
      message: `'${detail.target}' is written by the service only. Leave it out.`,
    };
  }
  return detail.code === "INPUT_INVALID" && property?.type === "Edm.DateTimeOffset"
    ? { ...detail, message: momentRule }
    : detail;
}
