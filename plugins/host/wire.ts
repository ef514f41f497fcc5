// Imported from its own file: the whole contract took half of the start time of a plug-in's process.
import { Secret } from "#connectors/contract/secret.ts";

const mark = "$secret";

/** A message between the service and the process of a plug-in: JSON in which secrets are marked. */
export interface Packed {
  readonly text: string;
  /** The secrets in it. */
  readonly secrets: readonly Secret[];
}

/**
 * Serializes a value with its secrets.
 * @throws TypeError if JSON cannot express it
 */
export function pack(value: unknown): Packed {
  const secrets: Secret[] = [];
  const text: string | undefined = JSON.stringify(value, function (this: Record<string, unknown>, key, shown: unknown) {
    // A secret serializes itself only as a placeholder.
    const own = this[key];
    if (!(own instanceof Secret)) return shown;
    secrets.push(own);
    return own.use((plaintext) => ({ [mark]: plaintext }));
  });
  return { text: text ?? "null", secrets };
}

/** Parses a packed text; secrets are boxed again. */
export function unpack(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => (isMarked(value) ? new Secret(value[mark]) : value));
}

function isMarked(value: unknown): value is { readonly [mark]: string } {
  if (typeof value !== "object" || value === null) return false;
  return typeof (value as Record<string, unknown>)[mark] === "string" && Object.keys(value).length === 1;
}
