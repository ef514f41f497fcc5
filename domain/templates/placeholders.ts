import { formNamePattern } from "../catalogue/form-fields.ts";
import { isSecretAttribute } from "../secret-attributes.ts";

/** Sources of the values of placeholders: the form of the template, and the profile of the recipient. */
export const placeholderSources = ["form", "profile"] as const;

/** Name of a value that is filled in when a template is used. */
export interface Placeholder {
  readonly source: (typeof placeholderSources)[number];
  readonly name: string;
}

/** A value of an attribute or of a form, as requests hold it. */
export type Scalar = string | number | boolean;

/** Values for placeholders. */
export interface PlaceholderValues {
  /** Values of the form; an optional field may have none. */
  readonly form: Readonly<Record<string, Scalar>>;
  /** Attributes of the recipient's profile, each with its values. */
  readonly profile: Readonly<Record<string, readonly string[]>>;
}

/** Values of a text, or the sentence that says why it cannot be filled. */
export type FilledText = { readonly values: readonly Scalar[] } | { readonly fault: string };

type Part = string | Placeholder;

/** Rule about texts with placeholders. */
const placeholderRule = "may hold {form.name} and {profile.name}; a brace that is no placeholder is written twice: {{";

const profileNamePattern = /^[A-Za-z][\w.;-]{0,127}$/;
const anyBrace = /\{\{|\{([^{}]*)\}|\{/g;

/** Splits a text into literals and placeholders; undefined if it breaks the rule about them. */
function partsOf(text: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  let literal = "";
  let from = 0;
  for (const found of text.matchAll(anyBrace)) {
    literal += text.slice(from, found.index);
    from = found.index + found[0].length;
    if (found[0] === "{{") {
      literal += "{";
      continue;
    }
    const placeholder = placeholderOf(found[1]);
    if (placeholder === undefined) return undefined;
    if (literal !== "") parts.push(literal);
    literal = "";
    parts.push(placeholder);
  }
  literal += text.slice(from);
  return literal === "" && parts.length > 0 ? parts : [...parts, literal];
}

function placeholderOf(inside: string | undefined): Placeholder | undefined {
  const dot = inside?.indexOf(".") ?? -1;
  if (inside === undefined || dot < 0) return undefined;
  const [source, name] = [inside.slice(0, dot), inside.slice(dot + 1)];
  if (source === "form") return formNamePattern.test(name) ? { source, name } : undefined;
  return source === "profile" && profileNamePattern.test(name) ? { source, name } : undefined;
}

/** Returns the broken rule of a text with placeholders, by the names of the fields of the form; undefined if it fits. */
export function placeholderFault(text: string, fields: ReadonlySet<string>): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return placeholderRule;
  for (const part of parts) {
    if (typeof part === "string") continue;
    const { source, name } = part;
    if (source === "form" && !fields.has(name))
      return `names {form.${name}}, and the form has no field '${name}'. Add the field, or take the placeholder out`;
    if (source === "profile" && isSecretAttribute(name))
      return `names {profile.${name}}, which is a secret: requests are stored and shown as they are. Take the placeholder out`;
  }
  return undefined;
}

/**
 * Fills in a text. A text that is one placeholder has all of its values, and none if an optional field of the form has none; inside a
 * longer text each placeholder needs exactly one value.
 */
export function fillText(text: string, values: PlaceholderValues): FilledText {
  const parts = partsOf(text);
  if (parts === undefined) return { fault: `A text ${placeholderRule}.` };
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && typeof first !== "string") {
    const found = valuesFor(first, values);
    if (found.length === 0 && first.source === "profile") return { fault: missing(first) };
    return { values: found };
  }
  let filled = "";
  for (const part of parts) {
    if (typeof part === "string") {
      filled += part;
      continue;
    }
    const [value, another] = valuesFor(part, values);
    if (value === undefined) return { fault: missing(part) };
    if (another !== undefined) return { fault: `The profile of the recipient has several values of '${part.name}'.` };
    filled += String(value);
  }
  return { values: [filled] };
}

function valuesFor({ source, name }: Placeholder, { form, profile }: PlaceholderValues): readonly Scalar[] {
  if (source === "profile") return Object.hasOwn(profile, name) ? (profile[name] ?? []) : [];
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return value === undefined ? [] : [value];
}

function missing({ source, name }: Placeholder): string {
  return source === "profile"
    ? `The profile of the recipient has no '${name}'. Add it to the profile first.`
    : `The form has no value of '${name}'. Fill it in.`;
}
