/** A typed text as a JSON object, or the problem with it. */
export type TypedObject =
  | { readonly object: object }
  | { readonly problem: "noObject" }
  /** Message of the browser's parser. */
  | { readonly problem: "noJson"; readonly said: string };

/** Parses a text as a JSON object; the service validates its members. */
export function typedObject(text: string): TypedObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { object: value } : { problem: "noObject" };
  } catch (error) {
    return { problem: "noJson", said: error instanceof Error ? error.message : String(error) };
  }
}

/** Reports whether a JSON value is an object: no list and not null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
