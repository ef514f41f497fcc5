/** What somebody has typed as an object of JSON, or why it is none. */
export type TypedObject =
  | { readonly object: object }
  | { readonly problem: "noObject" }
  /** What the browser says of it, in words of its own. */
  | { readonly problem: "noJson"; readonly said: string };

/** Reads a text as an object of JSON; that its members are right is for the service to say. */
export function typedObject(text: string): TypedObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { object: value } : { problem: "noObject" };
  } catch (error) {
    return { problem: "noJson", said: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether a value of JSON is an object, and neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
