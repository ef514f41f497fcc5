import { isCalendarDay } from "../calendar-day.ts";
import { formValueMaxCharacters } from "../catalogue-limits.ts";
import { compilePattern, patternFault } from "../passwords/password-pattern.ts";
import { type FormField, formFieldTypes, type FormValue, type FormValues, valueOfText } from "./form-fields.ts";

/** A value of a form that breaks a rule. */
export interface FormFault {
  /** Name of the field. */
  readonly name: string;
  /** Text with the rule and the way out, never the value. */
  readonly rule: string;
}

/** Values of a form with the defaults, and the faults of the given ones. */
export interface CheckedForm {
  readonly values: FormValues;
  readonly faults: readonly FormFault[];
}

/**
 * Checks the values of a form by its declared fields, and adds the defaults of those that are not given. Texts that tell a number, true or
 * false are taken as these. Unknown names are faults, and so are required fields without a value.
 */
export function checkForm(fields: readonly FormField[], given: FormValues): CheckedForm {
  const known = new Set(fields.map(({ name }) => name));
  const faults: FormFault[] = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => ({ name, rule: unknownRule(fields) }));
  const values: [string, FormValue][] = [];
  for (const field of fields) {
    const value = Object.hasOwn(given, field.name) ? typed(field, given[field.name]) : defaultOf(field);
    const rule = value === undefined || value === "" ? missing(field) : broken(field, value);
    if (rule !== undefined) faults.push({ name: field.name, rule });
    else if (value !== undefined && value !== "") values.push([field.name, value]);
  }
  return { values: Object.fromEntries(values), faults };
}

function typed(field: FormField, value: FormValue | undefined): FormValue | undefined {
  return typeof value === "string" && value !== "" ? (valueOfText(field, value) ?? value) : value;
}

/** Returns the default of a field as a value of its type; undefined if it has none, or if it does not fit the field. */
export function defaultOf(field: FormField): FormValue | undefined {
  const { defaultValue } = field;
  if (defaultValue === null) return undefined;
  const value = valueOfText(field, defaultValue);
  return value === undefined || broken(field, value) !== undefined ? undefined : value;
}

/** Returns the rule that the default of a declared field breaks; undefined if it fits. */
export function defaultFault(field: FormField): string | undefined {
  const { defaultValue, type } = field;
  if (defaultValue === null) return undefined;
  const value = valueOfText(field, defaultValue);
  return value === undefined ? formFieldTypes[type] : broken(field, value);
}

const unknownRule = (fields: readonly FormField[]) =>
  fields.length === 0
    ? "is no field: the item has no form. Leave it out"
    : `is no field of the form. Leave it out, or use one of ${fields.map(({ name }) => name).join(", ")}`;

const missing = ({ required }: FormField) => (required ? "is required. Add a value" : undefined);

function broken(field: FormField, value: FormValue): string | undefined {
  const { type, choices, pattern } = field;
  if (!fits[type](value)) return formFieldTypes[type];
  if (typeof value !== "string") return undefined;
  if (value.length > formValueMaxCharacters) return `must have at most ${formValueMaxCharacters} characters`;
  if (type === "choice") return choices.includes(value) ? undefined : `must be one of ${choices.join(", ")}`;
  return pattern === null || type !== "text" ? undefined : misfit(pattern, value);
}

function misfit(pattern: string, value: string): string | undefined {
  const fault = patternFault(pattern);
  if (fault !== undefined)
    return `cannot be checked: the pattern of the field ${fault}. Ask an administrator to correct it`;
  return compilePattern(pattern)(value) ? undefined : `must match the pattern ${pattern}`;
}

const isText = (value: FormValue) => typeof value === "string";

const fits: Readonly<Record<FormField["type"], (value: FormValue) => boolean>> = {
  text: isText,
  number: (value) => typeof value === "number" && Number.isFinite(value),
  date: (value) => typeof value === "string" && isCalendarDay(value),
  choice: isText,
  flag: (value) => typeof value === "boolean",
};
