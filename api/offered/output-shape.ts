import { wholeType, writeProperties } from "../odata/json/value.ts";
import type { EdmType, Property, StructuredType } from "../odata/structured-type.ts";
import type { Field, ObjectShape, Shape } from "./shape.ts";

const plain: Readonly<Record<EdmType, Shape>> = {
  "Edm.String": { kind: "text" },
  "Edm.Boolean": { kind: "flag" },
  "Edm.Int32": { kind: "integer" },
  "Edm.Int64": { kind: "integer" },
  "Edm.Decimal": { kind: "number" },
  "Edm.Double": { kind: "number" },
  "Edm.Guid": { kind: "text" },
  "Edm.DateTimeOffset": { kind: "moment" },
  "Edm.Date": { kind: "text" },
  "Edm.TimeOfDay": { kind: "text" },
  "Edm.Duration": { kind: "text" },
  "Edm.PrimitiveType": { kind: "any" },
};

/** Returns the shape of a declared type as REST writes it, without write-only properties. */
export function outputShapeOf(type: StructuredType): ObjectShape {
  const fields = wholeType(type).map(({ name, property }): [string, Field] => {
    const { nullable = false, collection, description } = property;
    const shape = shapeOfProperty(property);
    const whole: Shape = collection === true ? { kind: "list", of: shape } : shape;
    return [name, { shape: whole, required: true, nullable, ...(description === undefined ? {} : { description }) }];
  });
  return { kind: "object", name: type.name, fields: Object.fromEntries(fields) };
}

function shapeOfProperty({ type, members }: Property): Shape {
  if (typeof type === "object") return type.open === true ? { kind: "any" } : outputShapeOf(type);
  const shape = plain[type];
  return shape.kind === "text" && members !== undefined ? { kind: "text", members } : shape;
}

/** Writes the output of an operation as REST writes it, without the annotations of OData. */
export function presentOutput(type: StructuredType, output: object): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  writeProperties(body, wholeType(type), output as Record<string, unknown>, {
    metadata: "none",
    ieee754: false,
    model: { qualified: ({ name }) => name },
  });
  return body;
}
