import { type Attributes, ConnectorError, type Delta, type Scalar } from "#connectors/contract/index.ts";

import { booleanOf, isObject, itemsOf, member, type ScimResource } from "./json.ts";
import type { ScimAttribute, ScimKind } from "./service-model.ts";

/** One value as the service writes it. */
export type Wire = string | number | boolean;

/** Returns the values of an attribute as the service wrote them, including the objects around them. */
export function wireOf(resource: ScimResource, { extension, top, part }: ScimAttribute): unknown[] {
  const value = member(extension === undefined ? resource : member(resource, extension), top);
  return [...itemsOf(part === undefined ? value : member(value, part))];
}

/** Returns the values of an attribute without the objects around them. */
export function plainOf(resource: ScimResource, attribute: ScimAttribute): Wire[] {
  return wireOf(resource, attribute)
    .map((value) => unboxed(attribute, value))
    .filter((value) => typeof value === "string" || typeof value === "number" || typeof value === "boolean");
}

/** Returns the attributes of a resource for callers: the wanted ones or all, never a password. */
export function attributesOf(kind: ScimKind, resource: ScimResource, wanted?: readonly string[]): Attributes {
  const names = wanted && new Set(wanted.map((name) => name.toLowerCase()));
  const shown = kind.attributes.filter(
    ({ name, returned, mutability }) =>
      returned !== "never" && mutability !== "writeOnly" && (names === undefined || names.has(name.toLowerCase())),
  );
  const rows = shown.map((attribute) => [
    attribute.name,
    plainOf(resource, attribute).map((value) => fromWire(attribute, value)),
  ]);
  return Object.fromEntries(rows.filter(([, values]) => values?.length)) as Attributes;
}

/**
 * Converts a value into the form that the service accepts.
 * @throws invalidValue
 */
export function toWire(attribute: ScimAttribute, value: Scalar): Wire {
  const { name, type } = attribute;
  if (value instanceof Uint8Array) {
    if (type === "binary") return Buffer.from(value).toString("base64");
    throw new ConnectorError("invalidValue", `"${name}" holds no bytes.`);
  }
  if (type === "boolean") {
    const known = booleanOf(value);
    if (known !== undefined) return known;
    throw new ConnectorError("invalidValue", `"${name}" is true or false.`);
  }
  return type === "integer" || type === "decimal" ? numberOf(attribute, value) : String(value);
}

/**
 * Computes the values of an attribute after a change, each in its previous object. A value that replaces another one gets its
 * object, so the work address stays the work address (RFC 7643 section 2.4).
 * @throws invalidValue
 */
export function changed(resource: ScimResource, attribute: ScimAttribute, delta: Delta): unknown[] {
  const before = wireOf(resource, attribute);
  const has = (list: readonly unknown[], value: unknown): boolean =>
    list.some((known) => same(attribute, unboxed(attribute, known), value));
  const asked = [
    ...new Set((delta.replace ?? delta.add ?? delta.remove ?? []).map((value) => toWire(attribute, value))),
  ];
  if (delta.remove) return before.filter((value) => !has(asked, unboxed(attribute, value)));
  const after = delta.add
    ? [...before, ...asked.filter((value) => !has(before, value)).map((value) => newBox(attribute, value))]
    : replaced(attribute, before, asked);
  if (!attribute.multi && after.length > 1)
    throw new ConnectorError("invalidValue", `"${attribute.name}" holds one value.`);
  return withFirstChoice(attribute, before, after);
}

function replaced(attribute: ScimAttribute, before: readonly unknown[], asked: readonly Wire[]): unknown[] {
  const staying = asked.map((value) => before.find((known) => sameWire(attribute, unboxed(attribute, known), value)));
  // The preferred value gets a successor first.
  const gone = before
    .filter((known) => !staying.includes(known))
    .toSorted((one, other) => Number(isFirstChoice(other)) - Number(isFirstChoice(one)));
  return asked.map((value, index) => staying[index] ?? newBox(attribute, value, gone.shift()));
}

// A description of the old value, such as its display text, is not kept for the new one; members are independent values.
function newBox({ boxed, top, neededType }: ScimAttribute, value: Wire, from?: unknown): unknown {
  if (!boxed) return value;
  const [type, primary] = top === "members" ? [] : [member(from, "type"), member(from, "primary")];
  const kept = type ?? neededType;
  return { value, ...(kept !== undefined && { type: kept }), ...(primary !== undefined && { primary }) };
}

// Marks the first of new values as preferred, or the first remaining one if the preferred one is gone.
function withFirstChoice({ primary }: ScimAttribute, before: readonly unknown[], after: unknown[]): unknown[] {
  const due = before.length === 0 || before.some(isFirstChoice);
  const [first, ...rest] = after;
  return primary && due && isObject(first) && !after.some(isFirstChoice)
    ? [{ ...first, primary: true }, ...rest]
    : after;
}

const isFirstChoice = (value: unknown): boolean => booleanOf(member(value, "primary")) === true;

const unboxed = ({ boxed }: ScimAttribute, value: unknown): unknown =>
  boxed && isObject(value) ? member(value, "value") : value;

/** Returns a copy of a resource in which an attribute has these values. */
export function withValues(resource: ScimResource, attribute: ScimAttribute, values: readonly unknown[]): ScimResource {
  const { extension, top, part } = attribute;
  const value = attribute.multi ? values : values[0];
  const into = (holder: ScimResource): ScimResource => {
    if (part === undefined) return values.length > 0 ? { ...holder, [top]: value } : without(holder, top);
    const before = isObject(holder[top]) ? holder[top] : {};
    const after = values.length > 0 ? { ...before, [part]: value } : without(before, part);
    return Object.keys(after).length > 0 ? { ...holder, [top]: after } : without(holder, top);
  };
  if (extension === undefined) return into(resource);
  const schemas = new Set([...itemsOf(member(resource, "schemas")), extension]);
  const holder = into(isObject(resource[extension]) ? resource[extension] : {});
  return { ...resource, schemas: [...schemas], [extension]: holder };
}

function numberOf({ name, type }: ScimAttribute, value: boolean | number | string): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const fits = type === "integer" ? Number.isInteger(number) : Number.isFinite(number);
  if (typeof number !== "number" || !fits)
    throw new ConnectorError("invalidValue", `"${name}" is a number of the type ${type}.`);
  return number;
}

function same(attribute: ScimAttribute, one: unknown, other: unknown): boolean {
  const { caseExact, type } = attribute;
  if (caseExact || type !== "string" || typeof one !== "string" || typeof other !== "string")
    return sameWire(attribute, one, other);
  return one.toLowerCase() === other.toLowerCase();
}

function sameWire({ type }: ScimAttribute, one: unknown, other: unknown): boolean {
  return one === other || (type === "boolean" && booleanOf(one) === booleanOf(other));
}

// Converts text that stands for a boolean or a whole number.
function fromWire({ type }: ScimAttribute, value: Wire): Scalar {
  if (type === "boolean") return booleanOf(value) ?? value;
  if (type === "integer" && typeof value === "string" && /^-?\d{1,15}$/.test(value)) return Number(value);
  return type === "binary" && typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64")) : value;
}

function without(holder: ScimResource, name: string): ScimResource {
  const { [name]: _dropped, ...rest } = holder;
  return rest;
}
