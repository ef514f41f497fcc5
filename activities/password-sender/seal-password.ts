import { CompactEncrypt, importJWK } from "jose";

import { type SealedPassword, sealedPasswordType } from "#domain/password-sync/sender-call.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";

/** Seals a password, together with the call that it belongs to, to the service: the sender itself cannot open it again. */
export async function sealPassword(content: SealedPassword, receivingKey: PublicKey): Promise<string> {
  const header = { alg: "ECDH-ES", enc: "A256GCM", typ: sealedPasswordType } as const;
  return new CompactEncrypt(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader(header)
    .encrypt(await importJWK({ ...receivingKey }, header.alg));
}
