import { Secret } from "#connectors/contract/index.ts";

import type { Property } from "../odata/structured-type.ts";

/** Returns the property of a secret that a call has made, and that no other answer shows: a text if the row has a Secret of that name. */
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
