import { normalForm, Secret } from "#connectors/contract/index.ts";

/**
 * A password as it is sent: one text however a keyboard has put its letters together, so that every client gives the same bytes.
 * Source: RFC 4519 2.41, RFC 8265 4.2.2.
 */
export function prepared(password: Secret): Secret {
  return new Secret(password.use((plaintext) => normalForm(plaintext, "NFC")));
}
