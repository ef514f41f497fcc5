import { formNameMaxCharacters } from "../catalogue-limits.ts";

/** Types of the fields of a form, with the rule about a value of each. */
export const formFieldTypes = {
  text: "must be a text",
  number: "must be a number",
  date: "must be a day such as 2030-01-31",
  choice: "must be one of the choices",
  flag: "must be true or false",
} as const satisfies Readonly<Record<string, string>>;

/** Type of a field of a form. */
export type FormFieldType = keyof typeof formFieldTypes;

/** All types of fields, in the order in which they are shown. */
export const formFieldTypeNames = Object.keys(formFieldTypes) as readonly FormFieldType[];

/** A declared field of the form of a catalog item. */
export interface FormField {
  /** Name of the value in a request. */
  readonly name: string;
  readonly type: FormFieldType;
  readonly label: string;
  /** German label; null to use the other one. */
  readonly germanLabel: string | null;
  readonly help: string | null;
  /** German help text; null to use the other one. */
  readonly germanHelp: string | null;
  readonly required: boolean;
  /** Values of a field of the type choice; empty for others. */
  readonly choices: readonly string[];
  /** Regular expression that a part of a text must fit; null for none. */
  readonly pattern: string | null;
  /** Default as a text; null for none. */
  readonly defaultValue: string | null;
}

/** Value of a form. */
export type FormValue = string | number | boolean;

/** Values of a form by the names of its fields. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** Rule about the names of fields. */
export const formNameRule = `must be a letter, followed by up to ${formNameMaxCharacters - 1} letters, digits or _`;
/** Pattern of the names of fields. */
export const formNamePattern = new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${formNameMaxCharacters - 1}}$`);

/** Converts a text to a value of a field's type; undefined if it is none. */
export function valueOfText({ type }: Pick<FormField, "type">, text: string): FormValue | undefined {
  if (type === "flag") return text === "true" ? true : text === "false" ? false : undefined;
  if (type !== "number") return text;
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
