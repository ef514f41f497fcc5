import type { Json } from "../odata/model/input-fields.ts";

type Change = (schema: Json) => Json;
type Within = (value: object, change: Change) => unknown;
const nothing: Json = { type: "null" };
const one: Within = (value, change) => change(value as Json);
const each: Within = (value, change) => (value as readonly Json[]).map(change);
const byName: Within = (value, change) =>
  Object.fromEntries(Object.entries(value as Json).map(([name, part]) => [name, change(part as Json)]));
/** Where a schema has others within it. */
const within: Readonly<Record<string, Within>> = {
  anyOf: each,
  oneOf: each,
  properties: byName,
  items: one,
  additionalProperties: one,
  propertyNames: one,
};

/** A schema with each of those right within it changed. */
export function mapWithin(schema: Json, change: Change): Json {
  const changed = (name: string, value: unknown) => {
    const isNested = typeof value === "object" && value !== null && Object.hasOwn(within, name);
    return isNested ? within[name]?.(value, change) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, changed(name, value)]));
}

/**
 * The same schema as generators of clients can read it: null is one of its types, a single alternative stands for itself, none has
 * alternatives of its own, and those of different types are one schema with a list of types. No default is null, which is no value in every
 * language; what may be null is so where it is left out.
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

/** A form that has others is each of these, with what stands around them; one that may be null is itself and null. */
function formsWithin(form: Json): readonly Json[] {
  const { anyOf, description: _, ...around } = form;
  if (anyOf !== undefined) return (anyOf as readonly Json[]).flatMap((inner) => formsWithin({ ...around, ...inner }));
  const { type, enum: members } = form;
  if (!Array.isArray(type) || !type.includes("null")) return [form];
  const types = (type as readonly string[]).filter((name) => name !== "null");
  const listed = (members as readonly unknown[] | undefined)?.filter((member) => member !== null);
  return [{ ...form, type: types.length === 1 ? types[0] : types, ...(listed && { enum: listed }) }, nothing];
}

/** Forms of different types as one schema, each of whose words concerns one of the types; undefined where there is none. */
function merged(forms: readonly Json[]): Json | undefined {
  const [first, ...others] = forms;
  if (others.length === 0) return first;
  return forms.map(withoutDescription).reduce<Json | undefined>((whole, form) => whole && apart(whole, form), {});
}

function withoutDescription(schema: Json): Json {
  const { description: _, ...others } = schema;
  return others;
}

/** Words that concern whatever value there is. */
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

/** The same schema, or null. */
export function nullable(schema: Json): Json {
  const types = typesOf(schema);
  if (types.length === 0) return "$ref" in schema ? { oneOf: [schema, nothing] } : schema;
  if (types.includes("null")) return schema;
  const members = schema["enum"] as readonly unknown[] | undefined;
  return { ...schema, type: [...types, "null"], ...(members ? { enum: [...members, null] } : {}) };
}
