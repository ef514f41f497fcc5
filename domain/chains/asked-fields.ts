import type { JsonObject } from "../json.ts";

/** A text in the languages that the service knows; English is always there. */
export type Texts = Readonly<Record<"en" | "de", string>>;

/** Kinds of fields: typed, hidden while typed, selected from a list, or filled in by the browser itself. */
export const fieldKinds = ["text", "password", "newPassword", "code", "choice", "passkey", "captcha"] as const;

/** Kind of a field. */
export type FieldKind = (typeof fieldKinds)[number];

/** Field that a step of a sign-in asks for, as data for whatever renders it. */
export interface AskedField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: Texts;
  /** Values to select from, with their labels. */
  readonly choices?: readonly { readonly value: string; readonly label: Texts }[];
  /** Content that a browser may fill in by itself, in the terms of HTML `autocomplete`. */
  readonly autocomplete?: string;
  /** Data that a browser needs to give the value: the request for a passkey, or the site key and the action of a CAPTCHA. */
  readonly options?: JsonObject;
}

/** Input that a step of a sign-in asks for next. */
export interface Asked {
  readonly title: Texts;
  /** Explanation to read before answering, a sentence each. */
  readonly explanation?: readonly Texts[];
  /** Rules to keep in the answer, shown as a list below their heading. */
  readonly rules?: { readonly title: Texts; readonly each: readonly Texts[] };
  readonly fields: readonly AskedField[];
  /** Address that the browser visits first; it comes back to continue. */
  readonly redirect?: string;
  /** Message if the input before was not accepted. */
  readonly alert?: Texts;
}
