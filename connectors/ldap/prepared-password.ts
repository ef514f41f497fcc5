import { normalForm, Secret } from "#connectors/contract/index.ts";

/**
 * Normalizes a password for sending: one text however a keyboard composes its letters, so that every client sends the same bytes.
 * Source: RFC 4519 2.41, RFC 8265 4.2.2.
 */
export function prepared(password: Secret): Secret {
  return new Secret(password.use((plaintext) => normalForm(plaintext, "NFC")));
}
