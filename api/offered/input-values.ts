import { Secret } from "#connectors/contract/index.ts";

import { momentMs } from "../odata/input/read-input.ts";
import type { Shape } from "./shape.ts";

/**
 * Converts JSON values to the form that operations take: secrets to Secrets, moments to milliseconds. An invalid value
 * stays as it is, because only the operation may judge it: after the policies.
 */
export function readValue(shape: Shape, value: unknown): unknown {
  switch (shape.kind) {
    case "secret":
      return typeof value === "string" ? new Secret(value) : value;
    case "moment":
      return momentMs(value);
    case "list":
      return Array.isArray(value) ? value.map((item: unknown) => readValue(shape.of, item)) : value;
    case "object":
      return isObject(value) ? readFields(shape.fields, value) : value;
    default:
      return value;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readFields(
  fields: Extract<Shape, { kind: "object" }>["fields"],
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, field === undefined ? part : readValue(field.shape, part)];
  });
  return Object.fromEntries(entries);
}
