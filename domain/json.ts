/** A value of JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** An object of JSON. */
export type JsonObject = { readonly [name: string]: JsonValue };
