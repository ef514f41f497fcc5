import type { Json } from "../odata/model/input-fields.ts";

type Change = (schema: Json) => Json;
type Within = (value: object, change: Change) => unknown;
const nothing: Json = { type: "null" };
const one: Within = (value, change) => change(value as Json);
const each: Within = (value, change) => (value as readonly Json[]).map(change);
const byName: Within = (value, change) =>
  Object.fromEntries(Object.entries(value as Json).map(([name, part]) => [name, change(part as Json)]));
/** Keywords that hold inner schemas, each with the function that changes them. */
const within: Readonly<Record<string, Within>> = {
  anyOf: each,
  oneOf: each,
  properties: byName,
  items: one,
  additionalProperties: one,
  propertyNames: one,
};

/** Returns a schema with each of its direct inner schemas changed. */
export function mapWithin(schema: Json, change: Change): Json {
  const changed = (name: string, value: unknown) => {
    const isNested = typeof value === "object" && value !== null && Object.hasOwn(within, name);
    return isNested ? within[name]?.(value, change) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, changed(name, value)]));
}

/**
 * Returns the same schema in a form that generators of clients can read. Null is one of its types. A single alternative
 * stands for itself. No alternative has alternatives of its own, and those of different types are one schema with a
 * list of types. No default is null, because null is not a value in every language; a nullable value is null if it is
 * left out.
 */
export function plainForms(schema: Json): Json {
  const { anyOf, default: initial, ...said } = mapWithin(schema, plainForms);
  const around = initial === undefined || initial === null ? said : { ...said, default: initial };
  if (anyOf === undefined) return around;
  const forms = (anyOf as readonly Json[]).flatMap(formsWithin);
  const others = forms.filter(({ type }) => type !== "null");
  const isNullable = others.length < forms.length;
  const whole = merged(around["description"] === undefined ? others : others.map(withoutDescription));
  if (whole === undefined) return { ...around, anyOf: isNullable ? [...others, nothing] : others };
  return { ...(isNullable ? nullable(whole) : whole), ...around };
}

/** Returns the alternatives of a form, each with the keywords around them. A nullable form becomes itself and null. */
function formsWithin(form: Json): readonly Json[] {
  const { anyOf, description: _, ...around } = form;
  if (anyOf !== undefined) return (anyOf as readonly Json[]).flatMap((inner) => formsWithin({ ...around, ...inner }));
  const { type, enum: members } = form;
  if (!Array.isArray(type) || !type.includes("null")) return [form];
  const types = (type as readonly string[]).filter((name) => name !== "null");
  const listed = (members as readonly unknown[] | undefined)?.filter((member) => member !== null);
  return [{ ...form, type: types.length === 1 ? types[0] : types, ...(listed && { enum: listed }) }, nothing];
}

/** Merges forms of different types into one schema, each of whose keywords concerns one type. Undefined if that is not possible. */
function merged(forms: readonly Json[]): Json | undefined {
  const [first, ...others] = forms;
  if (others.length === 0) return first;
  return forms.map(withoutDescription).reduce<Json | undefined>((whole, form) => whole && apart(whole, form), {});
}

function withoutDescription(schema: Json): Json {
  const { description: _, ...others } = schema;
  return others;
}

/** Keywords that concern values of every type. */
const ofEveryType = ["enum", "const", "$ref", "anyOf", "oneOf", "format"];

function apart(whole: Json, form: Json): Json | undefined {
  const [types, more] = [typesOf(whole), typesOf(form)];
  const isFirst = types.length === 0 && Object.keys(whole).length === 0;
  const isShared = Object.keys(form).some((word) => word !== "type" && word in whole);
  const isBound = ofEveryType.some((word) => word in form);
  if (isBound || isShared || more.length === 0 || more.some((type) => types.includes(type))) return undefined;
  return isFirst ? form : { ...whole, ...form, type: [...types, ...more] };
}

const typesOf = ({ type }: Json): readonly unknown[] => (type === undefined ? [] : [type].flat());

/** Returns the same schema, or null as a further alternative. */
export function nullable(schema: Json): Json {
  const types = typesOf(schema);
  if (types.length === 0) return "$ref" in schema ? { oneOf: [schema, nothing] } : schema;
  if (types.includes("null")) return schema;
  const members = schema["enum"] as readonly unknown[] | undefined;
  return { ...schema, type: [...types, "null"], ...(members ? { enum: [...members, null] } : {}) };
}
