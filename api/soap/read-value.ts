import { objectNamesMax } from "#domain/body-limits.ts";
import { ServiceError } from "#domain/errors.ts";

import type { Field, Shape } from "../offered/shape.ts";
import { isNil, type XmlElement } from "./xml-element.ts";

const integer = /^[+-]?\d{1,19}$/;
const decimal = /^[+-]?(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})(?:[eE][+-]?\d{1,4})?$/;
const flags: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/**
 * Returns the value of an element in its JSON form. An invalid value stays the text that it is, because only the
 * operation may judge it: after the policies.
 * @throws BODY_INVALID for an element whose parts mean nothing at their place
 */
export function readElement(shape: Shape, element: XmlElement): unknown {
  if (isNil(element)) return null;
  switch (shape.kind) {
    case "list":
      return element.children.map((item) => readElement(shape.of, named(item, "item")));
    case "object":
      return readFields(shape.fields, element.children);
    case "any":
      return readAny(element);
    case "integer":
      return readNumber(integer, textOf(element));
    case "number":
      return readNumber(decimal, textOf(element));
    case "flag":
      return readFlag(textOf(element));
    case "moment":
      return textOf(element).trim();
    default:
      return textOf(element);
  }
}

/** Returns the values of fields by their names. An unknown field keeps its text, so that the operation refuses it. */
export function readFields(
  fields: Readonly<Record<string, Field>>,
  elements: readonly XmlElement[],
): Record<string, unknown> {
  const values = elements.map((element): [string, unknown] => {
    const { name } = element;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, field === undefined ? readAny(element) : readElement(field.shape, element)];
  });
  return once(values);
}

function readAny(element: XmlElement): unknown {
  if (isNil(element)) return null;
  const [value, ...others] = element.children;
  if (value === undefined) return element.text;
  if (others.length > 0) throw invalid(element.name, "holds more than one value");
  switch (value.name) {
    case "text":
      return textOf(value);
    case "number":
      return readNumber(decimal, textOf(value));
    case "flag":
      return readFlag(textOf(value));
    case "list":
      return value.children.map((item) => readAny(named(item, "item")));
    case "object":
      return once(value.children.map((entry): [string, unknown] => [entryName(named(entry, "entry")), readAny(entry)]));
    default:
      throw invalid(element.name, "must hold one of text, number, flag, list, object");
  }
}

function entryName({ attributes }: XmlElement): string {
  const name = attributes.get("name");
  if (name === undefined) throw invalid("entry", "needs the attribute name");
  return name;
}

function named(element: XmlElement, name: string): XmlElement {
  if (element.name === name) return element;
  throw invalid(element.name, `stands where '${name}' is wanted`);
}

function readNumber(form: RegExp, text: string): unknown {
  const trimmed = text.trim();
  return form.test(trimmed) ? Number(trimmed) : text;
}

function readFlag(text: string): unknown {
  const trimmed = text.trim();
  return Object.hasOwn(flags, trimmed) ? flags[trimmed] : text;
}

function textOf({ name, children, text }: XmlElement): string {
  if (children.length > 0) throw invalid(name, "must hold text alone");
  return text;
}

function once(values: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  if (values.length > objectNamesMax) throw tooMany();
  const seen = new Set<string>();
  for (const [name] of values) {
    if (name === "__proto__") throw invalid(name, "is no name of a field");
    if (seen.has(name)) throw invalid(name, "is given twice");
    seen.add(name);
  }
  return Object.fromEntries(values);
}

function tooMany(): ServiceError {
  const message = `An element may hold at most ${objectNamesMax} fields. Send less at once.`;
  return new ServiceError("BODY_INVALID", { message });
}

const nameMaxCharacters = 200;

function invalid(name: string, rule: string): ServiceError {
  const target = name.slice(0, nameMaxCharacters);
  return new ServiceError("BODY_INVALID", { target, message: `The element '${target}' ${rule}.` });
}
