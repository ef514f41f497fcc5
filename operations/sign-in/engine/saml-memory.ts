import { z } from "zod";

import type { JsonObject, JsonValue } from "#domain/json.ts";
import type { SamlAssertion } from "#platform/saml/read-response.ts";
import type { Row } from "#store/tables.ts";

/** Name under which a sign-in keeps a provider's statements about its session. */
const place = "saml";

/** Schema of the step's memory: the provider, the request, whether it was answered, and the reason why the answer proves no one. */
export const samlState = z.object({
  provider: z.string(),
  requestId: z.string(),
  answered: z.boolean(),
  fault: z.string().nullable(),
});

/** Adds a provider's session to the held ones: the user's identifier, and the provider's name for the session. */
export function withIdentifier(
  sessions: JsonObject,
  { nameAttribute, id }: Row<"samlProviders">,
  { nameId, sessionIndex, attributes }: SamlAssertion,
): JsonObject {
  const named = nameAttribute === null ? nameId : attributeOf(attributes, nameAttribute);
  return { ...sessions, [place]: { provider: id, identifier: named, nameId, sessionIndex } };
}

// The only value of an attribute is kept as it is, several as a list.
function attributeOf(attributes: SamlAssertion["attributes"], name: string): JsonValue {
  const values = Object.hasOwn(attributes, name) ? (attributes[name] ?? []) : [];
  return values.length === 1 ? (values[0] ?? "") : values;
}

/** Removes a provider's session from the held ones. */
export function withoutIdentifier(sessions: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sessions).filter(([name]) => name !== place));
}

/** Returns the held identifier: a text or a list; null if there is none. */
export function heldIdentifier(sessions: JsonObject): JsonValue {
  const held = z.object({ identifier: z.json() }).safeParse(sessions[place]);
  return held.success ? held.data.identifier : null;
}
