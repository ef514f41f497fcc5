import type { Shape } from "../offered/shape.ts";

// Characters that XML 1.0 cannot hold in any form.
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Reports whether a text holds a character that XML 1.0 cannot hold in any form. */
export function hasUnwritable(text: string): boolean {
  return text.search(unwritable) >= 0;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Returns a text as it stands in XML; characters that XML cannot hold are replaced. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(unwritable, "\uFFFD")
    .replaceAll(/[&<>"\r]/g, (character) => escapes[character] ?? "");
}

/** Writes a JSON value as an element. */
export function writeElement(name: string, shape: Shape, value: unknown): string {
  if (value === null || value === undefined) return `<${name} xsi:nil="true"/>`;
  switch (shape.kind) {
    case "list":
      return around(name, (value as readonly unknown[]).map((item) => writeElement("item", shape.of, item)).join(""));
    case "object":
      return around(name, writeFields(shape.fields, value as Readonly<Record<string, unknown>>));
    case "any":
      return around(name, writeAny(value));
    default:
      return around(name, escapeXml(`${value as string | number | boolean}`));
  }
}

function writeFields(
  fields: Extract<Shape, { kind: "object" }>["fields"],
  value: Readonly<Record<string, unknown>>,
): string {
  return Object.entries(fields)
    .filter(([name]) => value[name] !== undefined)
    .map(([name, field]) => writeElement(name, field.shape, value[name]))
    .join("");
}

function writeAny(value: unknown): string {
  if (typeof value === "number") return around("number", String(value));
  if (typeof value === "boolean") return around("flag", String(value));
  if (Array.isArray(value)) return around("list", value.map((item) => anyElement("item", "", item)).join(""));
  if (typeof value !== "object" || value === null) return around("text", escapeXml(String(value)));
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return around(
    "object",
    entries.map(([name, part]) => anyElement("entry", ` name="${escapeXml(name)}"`, part)).join(""),
  );
}

function anyElement(name: string, attributes: string, value: unknown): string {
  if (value === null) return `<${name}${attributes} xsi:nil="true"/>`;
  return `<${name}${attributes}>${writeAny(value)}</${name}>`;
}

const around = (name: string, content: string) => `<${name}>${content}</${name}>`;
