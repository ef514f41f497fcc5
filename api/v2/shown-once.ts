import { Secret } from "#connectors/contract/index.ts";

import type { Property } from "../odata/structured-type.ts";

/** A secret that a call has made, and that no other answer shows: a text where the row of that name holds a Secret. */
export function shownOnce(
  name: string,
  description: string,
  more: Pick<Property, "nullable" | "collection"> = {},
): Property {
  return { type: "Edm.String", description, isSecret: true, from: (row) => textOf(row[name]), ...more };
}

function textOf(secret: unknown): unknown {
  if (Array.isArray(secret)) return secret.map(textOf);
  return secret instanceof Secret ? secret.use((text) => text) : null;
}
