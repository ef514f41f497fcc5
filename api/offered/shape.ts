/** Shape of a value in an operation's input or answer, for every interface. */
export type Shape =
  | { readonly kind: "text"; readonly members?: readonly string[] }
  /** A text that is a Secret from the interface on. */
  | { readonly kind: "secret" }
  | { readonly kind: "integer" | "number" | "flag" }
  /** A moment, as ISO 8601 has it. */
  | { readonly kind: "moment" }
  | { readonly kind: "list"; readonly of: Shape }
  | ObjectShape
  /** Any JSON value: its structure is known from case to case. */
  | { readonly kind: "any" };

/** A value with fields. */
export interface ObjectShape {
  readonly kind: "object";
  /** Name of the type, if it stands in several places. */
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

/** Shape without fields. */
export const nothing: ObjectShape = { kind: "object", fields: {} };

/** Shape of any JSON value. */
export const anything: Shape = { kind: "any" };
