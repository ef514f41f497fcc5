/** What a value of an operation's input or answer is, whichever door writes it. */
export type Shape =
  | { readonly kind: "text"; readonly members?: readonly string[] }
  /** A text that is a Secret from the door on. */
  | { readonly kind: "secret" }
  | { readonly kind: "integer" | "number" | "flag" }
  /** A moment, as ISO 8601 has it. */
  | { readonly kind: "moment" }
  | { readonly kind: "list"; readonly of: Shape }
  | ObjectShape
  /** Whatever JSON has: its structure is known from case to case. */
  | { readonly kind: "any" };

/** A value with fields. */
export interface ObjectShape {
  readonly kind: "object";
  /** What the type is called where it stands in several places. */
  readonly name?: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** One field of a value. */
export interface Field {
  readonly shape: Shape;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly description?: string;
}

/** What has no field. */
export const nothing: ObjectShape = { kind: "object", fields: {} };

/** Whatever JSON has. */
export const anything: Shape = { kind: "any" };
