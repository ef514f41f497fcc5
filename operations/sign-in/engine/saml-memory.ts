import { z } from "zod";

import type { JsonObject, JsonValue } from "#domain/json.ts";
import type { SamlAssertion } from "#platform/saml/read-response.ts";
import type { Row } from "#store/tables.ts";

/** Under which name a sign-in keeps what a provider has said of its session. */
const place = "saml";

/** What the step remembers: of which provider it has asked what, whether that has answered, and why the answer proves nobody. */
export const samlState = z.object({
  provider: z.string(),
  requestId: z.string(),
  answered: z.boolean(),
  fault: z.string().nullable(),
});

/** What is held of a session there: who it is, and how the provider calls the session. */
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

/** What is held of other sessions, and none of a provider's. */
export function withoutIdentifier(sessions: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sessions).filter(([name]) => name !== place));
}

/** The identifier that is held: a text or a list; null where there is none. */
export function heldIdentifier(sessions: JsonObject): JsonValue {
  const held = z.object({ identifier: z.json() }).safeParse(sessions[place]);
  return held.success ? held.data.identifier : null;
}
