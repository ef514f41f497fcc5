import { type Attributes, ConnectorError, type Delta, type Scalar } from "#connectors/contract/index.ts";

import type { ScimAttribute, ScimKind } from "./service-model.ts";
import type { ScimResource } from "./session.ts";

/** One value as the service writes it. */
export type Wire = string | number | boolean;

/** The values of an attribute as the service wrote them, those in objects with their objects. */
export function wireOf(resource: ScimResource, { extension, top, part }: ScimAttribute): unknown[] {
  const holder = extension === undefined ? resource : (member(resource, extension) as ScimResource | undefined);
  const value = holder && member(holder, top);
  const found = part === undefined ? value : isObject(value) ? member(value, part) : undefined;
  if (found === undefined || found === null) return [];
  return Array.isArray(found) ? found : [found];
}

/** The values of an attribute without the objects around them. */
export function plainOf(resource: ScimResource, attribute: ScimAttribute): Wire[] {
  return wireOf(resource, attribute)
    .map((value) => (attribute.boxed && isObject(value) ? member(value, "value") : value))
    .filter((value) => typeof value === "string" || typeof value === "number" || typeof value === "boolean");
}

/** What callers see of a resource: the wanted attributes or all, never a password. */
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
 * A value as the service takes it.
 * @throws invalidValue
 */
export function toWire(attribute: ScimAttribute, value: Scalar): Wire {
  const { name, type } = attribute;
  if (value instanceof Uint8Array) {
    if (type === "binary") return Buffer.from(value).toString("base64");
    throw new ConnectorError("invalidValue", `"${name}" holds no bytes.`);
  }
  if (type === "boolean") {
    if (value === true || value === "true") return true;
    if (value === false || value === "false") return false;
    throw new ConnectorError("invalidValue", `"${name}" is true or false.`);
  }
  return type === "integer" || type === "decimal" ? numberOf(attribute, value) : String(value);
}

/**
 * The values of an attribute after a change, each in the object it had before.
 * @throws invalidValue
 */
export function changed(resource: ScimResource, attribute: ScimAttribute, delta: Delta): unknown[] {
  const before = wireOf(resource, attribute);
  const plain = (value: unknown): unknown => (attribute.boxed && isObject(value) ? member(value, "value") : value);
  const box = (value: Wire): unknown => (attribute.boxed ? { value } : value);
  const has = (list: readonly unknown[], value: unknown): boolean =>
    list.some((known) => same(attribute, known, value));
  const asked = [
    ...new Set((delta.replace ?? delta.add ?? delta.remove ?? []).map((value) => toWire(attribute, value))),
  ];
  if (delta.remove) return before.filter((value) => !has(asked, plain(value)));
  const after = delta.add
    ? [...before, ...asked.filter((value) => !has(before.map(plain), value)).map(box)]
    : asked.map((value) => before.find((known) => plain(known) === value) ?? box(value));
  if (!attribute.multi && after.length > 1)
    throw new ConnectorError("invalidValue", `"${attribute.name}" holds one value.`);
  return after;
}

/** A copy of a resource in which an attribute has these values. */
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
  const schemas = new Set([...((resource["schemas"] as string[] | undefined) ?? []), extension]);
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

function same({ caseExact, type }: ScimAttribute, one: unknown, other: unknown): boolean {
  if (caseExact || type !== "string" || typeof one !== "string" || typeof other !== "string") return one === other;
  return one.toLowerCase() === other.toLowerCase();
}

function fromWire({ type }: ScimAttribute, value: Wire): Scalar {
  return type === "binary" && typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64")) : value;
}

function without(holder: ScimResource, name: string): ScimResource {
  const { [name]: _dropped, ...rest } = holder;
  return rest;
}

// Names of attributes are the same whatever their case (RFC 7643 section 2.1).
function member(holder: ScimResource, name: string): unknown {
  if (Object.hasOwn(holder, name)) return holder[name];
  const found = Object.keys(holder).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : holder[found];
}

function isObject(value: unknown): value is ScimResource {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
