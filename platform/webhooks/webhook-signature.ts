import { createHmac, timingSafeEqual } from "node:crypto";

import { Secret } from "#connectors/contract/index.ts";

import type { Ids } from "../ids.ts";

const prefix = "whsec_";
const secretBytes = 32;
/** Most signatures of a message that are checked. */
const signaturesMax = 10;

/**
 * Returns a new secret in the form that receivers accept: `whsec_` and 32 random bytes in base64 (Standard Webhooks, "Signature scheme").
 */
export function newWebhookSecret(ids: Pick<Ids, "token">): Secret {
  return new Secret(prefix + Buffer.from(ids.token(secretBytes), "base64url").toString("base64"));
}

/** Message to be signed. */
export interface SignedMessage {
  readonly id: string;
  /** Time in seconds UTC. */
  readonly timestamp: number;
  readonly body: string;
}

/** Returns the headers that authenticate a message: one signature per secret, so that a receiver may change secrets in its own time. */
export function signatureHeaders(message: SignedMessage, secrets: readonly Secret[]): Readonly<Record<string, string>> {
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp),
    "webhook-signature": secrets.map((secret) => sign(message, secret)).join(" "),
  };
}

function sign({ id, timestamp, body }: SignedMessage, secret: Secret): string {
  const key = secret.use((text) => Buffer.from(text.slice(prefix.length), "base64"));
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

const version = "v1,";

/**
 * Reports whether one of the signatures of a message, with blanks between them, is that of one of the secrets. The time that it takes does
 * not depend on which.
 */
export function isSignedBy(message: SignedMessage, signatures: string, secrets: readonly Secret[]): boolean {
  const given = signatures.split(" ").slice(0, signaturesMax);
  let isSigned = false;
  for (const secret of secrets) {
    const expected = Buffer.from(sign(message, secret).slice(version.length), "base64");
    for (const text of given) {
      const bytes = Buffer.from(text.startsWith(version) ? text.slice(version.length) : "", "base64");
      const fits = bytes.length === expected.length && timingSafeEqual(bytes, expected);
      isSigned ||= fits;
    }
  }
  return isSigned;
}
