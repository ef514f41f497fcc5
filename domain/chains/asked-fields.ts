import type { JsonObject } from "../json.ts";

/** A text in the languages that the service knows; English is always there. */
export type Texts = Readonly<Record<"en" | "de", string>>;

/** How a field is filled in: typed, hidden while it is typed, chosen from a list, or given by the browser itself. */
export const fieldKinds = ["text", "password", "newPassword", "code", "choice", "passkey", "captcha"] as const;

/** One of them. */
export type FieldKind = (typeof fieldKinds)[number];

/** A field that a step of a sign-in asks for, as data for whatever draws it. */
export interface AskedField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: Texts;
  /** What can be chosen. */
  readonly choices?: readonly { readonly value: string; readonly label: Texts }[];
  /** What a browser may fill in by itself, in the words of HTML. */
  readonly autocomplete?: string;
  /** What a browser needs to give the value: the request for a passkey, or the site key and the action of a CAPTCHA. */
  readonly options?: JsonObject;
}

/** What a step of a sign-in asks for next. */
export interface Asked {
  readonly title: Texts;
  /** What is to be known before it is answered, a sentence each. */
  readonly explanation?: readonly Texts[];
  readonly fields: readonly AskedField[];
  /** Where the browser is to go first; it comes back to go on. */
  readonly redirect?: string;
  /** Said where what was entered before will not do. */
  readonly alert?: Texts;
}
