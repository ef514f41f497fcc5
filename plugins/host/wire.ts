// From its own file: the whole contract took half of the time in which the process of a plug-in begins.
import { Secret } from "#connectors/contract/secret.ts";

const mark = "$secret";

/** What goes between the service and the process of a plug-in: JSON in which secrets are marked. */
export interface Packed {
  readonly text: string;
  /** The secrets in it. */
  readonly secrets: readonly Secret[];
}

/**
 * Makes a text of a value with its secrets.
 * @throws TypeError where it is nothing that JSON can say
 */
export function pack(value: unknown): Packed {
  const secrets: Secret[] = [];
  const text: string | undefined = JSON.stringify(value, function (this: Record<string, unknown>, key, shown: unknown) {
    // What a secret says of itself is no more than that it is one.
    const own = this[key];
    if (!(own instanceof Secret)) return shown;
    secrets.push(own);
    return own.use((plaintext) => ({ [mark]: plaintext }));
  });
  return { text: text ?? "null", secrets };
}

/** The value of such a text, its secrets in their boxes. */
export function unpack(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => (isMarked(value) ? new Secret(value[mark]) : value));
}

function isMarked(value: unknown): value is { readonly [mark]: string } {
  if (typeof value !== "object" || value === null) return false;
  return typeof (value as Record<string, unknown>)[mark] === "string" && Object.keys(value).length === 1;
}
