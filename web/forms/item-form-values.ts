import { type FormValue, valueOfText } from "#domain/catalogue/form-fields.ts";

import type { CatalogueFormField } from "../api/model.ts";
import type { Language } from "../messages/languages.ts";

/** Entered texts of a form by the names of its fields. */
export type EnteredForm = Readonly<Record<string, string>>;

/**
 * Returns the values of a form in the form in which they are sent, without the empty ones. A text that is no value of its field's type is
 * sent as it is, so that the API refuses it with its own words.
 */
export function formOf(
  fields: readonly CatalogueFormField[],
  entered: EnteredForm,
): Readonly<Record<string, FormValue>> | undefined {
  const values = fields.flatMap((field): readonly [string, FormValue][] => {
    const text = enteredOf(field, entered).trim();
    return text === "" ? [] : [[field.name, valueOfText(field, text) ?? text]];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

/** Returns the entered text of a field; its default if nothing was entered. */
export function enteredOf({ name, defaultValue }: CatalogueFormField, entered: EnteredForm): string {
  return entered[name] ?? defaultValue ?? "";
}

/** Returns the label of a field in a language. */
export function labelOf({ label, germanLabel }: CatalogueFormField, language: Language): string {
  return language === "de" ? (germanLabel ?? label) : label;
}

/** Returns the help text of a field in a language; undefined if there is none. */
export function helpOf({ help, germanHelp }: CatalogueFormField, language: Language): string | undefined {
  return (language === "de" ? (germanHelp ?? help) : help) ?? undefined;
}
