import type { Json } from "../model/input-fields.ts";
import { rulesIn, ruleSentences, valueShape } from "../model/input-shapes.ts";
import type { EdmType, Property, StructuredType } from "../structured-type.ts";
import type { Annotations, AnnotationValue } from "./annotation.ts";

const validation = "Org.OData.Validation.V1";
const core = "Org.OData.Core.V1";

/** JSON type of the values of each EDM type. */
const jsonTypes: Readonly<Partial<Record<EdmType, string>>> = {
  "Edm.String": "string",
  "Edm.Boolean": "boolean",
  "Edm.Int32": "integer",
  "Edm.Int64": "integer",
  "Edm.Decimal": "number",
  "Edm.Double": "number",
};

const int32Max = 2_147_483_647;

/** Returns the shape of a property's value, or of each value of a list. */
function singleShape({ type, collection }: Property, shape: Json): Json {
  const wanted = typeof type === "string" ? jsonTypes[type] : "object";
  if (!collection) return valueShape(shape, wanted);
  return valueShape((valueShape(shape)["items"] as Json | undefined) ?? {}, wanted);
}

/** Returns the most characters that a text may have, if an input limits it. */
export function maxLengthOf(property: Property, shape: Json | undefined): number | undefined {
  if (shape === undefined || property.type !== "Edm.String") return undefined;
  return singleShape(property, shape)["maxLength"] as number | undefined;
}

/** Returns the demands of an input on a value, as annotations. Rules without a term of their own are in words. */
export function valueAnnotations(property: Property, shape: Json | undefined): Annotations {
  if (shape === undefined) return {};
  const single = singleShape(property, shape);
  const whole = valueShape(shape);
  const rules = property.collection ? [...rulesIn(whole), ...rulesIn(single)] : rulesIn(single);
  return {
    ...(property.type === "Edm.String" ? textAnnotations(property, single) : {}),
    ...(property.type === "Edm.Int32" || property.type === "Edm.Int64" ? numberAnnotations(single) : {}),
    ...(property.type === "Edm.PrimitiveType" ? { [`${validation}.DerivedTypeConstraint`]: edmTypesOf(shape) } : {}),
    ...(property.collection ? given({ MinItems: whole["minItems"], MaxItems: whole["maxItems"] }) : {}),
    ...inWords(rules, whole),
  };
}

/** Returns the limits on the entities that a body may carry along for a navigation. */
export function sentAlongAnnotations(type: StructuredType, shape: Json | undefined): Annotations {
  return valueAnnotations({ type, collection: true }, shape?.["type"] === "array" ? shape : undefined);
}

/** Returns an annotation with rules in words. */
export function inWords(rules: readonly string[], members: Json = {}): Annotations {
  const sentences = ruleSentences({ nameRule: members["nameRule"], memberRule: members["memberRule"], rules });
  return sentences.length === 0 ? {} : { [`${core}.LongDescription`]: sentences.join(" ") };
}

function textAnnotations({ members }: Property, { pattern, minLength, format, enum: listed }: Json): Annotations {
  const filled = typeof minLength === "number" && minLength > 0 ? `^[\\s\\S]{${minLength}}` : undefined;
  const values = members ?? (listed as readonly string[] | undefined);
  return {
    ...(values === undefined ? given({ Pattern: pattern ?? filled }) : {}),
    ...(members === undefined && values !== undefined ? allowed(values) : {}),
    ...(format === "uri" ? { [`${core}.IsURL`]: true } : {}),
  };
}

/** Returns the annotation that allows only the values of a list. */
export function allowed(members: readonly string[]): Annotations {
  return { [`${validation}.AllowedValues`]: members.map((member) => ({ Value: member })) };
}

function numberAnnotations({ minimum, maximum }: Json): Annotations {
  const isBound = (value: unknown) => typeof value === "number" && Math.abs(value) <= int32Max;
  return given({ Minimum: isBound(minimum) ? minimum : undefined, Maximum: isBound(maximum) ? maximum : undefined });
}

function given(terms: Readonly<Record<string, unknown>>): Annotations {
  return Object.fromEntries(
    Object.entries(terms).flatMap(([name, value]) =>
      value === undefined ? [] : [[`${validation}.${name}`, value as AnnotationValue]],
    ),
  );
}

function edmTypesOf(shape: Json): readonly string[] {
  const forms = (shape["anyOf"] as readonly Json[] | undefined) ?? [shape];
  return Object.entries(jsonTypes).flatMap(([edm, type]) => (forms.some((form) => form["type"] === type) ? [edm] : []));
}
