import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";

import { calculateJwkThumbprint, exportJWK } from "jose";

import { Secret } from "#connectors/contract/index.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import type { Row } from "#store/tables.ts";

import { type KeyContext, privateKeyColumn } from "./signing-key-cache.ts";
import { certify } from "./trusted-keys.ts";

/** The algorithm of every token. */
export const signingAlgorithm = "RS256";

const modulusBits = 2048;
const makeKeyPair = promisify(generateKeyPair);

/** A key pair that is not kept yet; its id is the thumbprint of the public half (RFC 7638). */
export interface NewKey {
  readonly kid: string;
  readonly publicKey: PublicKey;
  readonly pem: Secret;
}

/** Makes a key pair. It takes long, so it is not to be called inside a transaction. */
export async function makeKey(): Promise<NewKey> {
  const pair = await makeKeyPair("rsa", { modulusLength: modulusBits });
  const { n = "", e = "" } = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint({ kty: "RSA", n, e });
  return {
    kid,
    publicKey: { kty: "RSA", n, e, kid, alg: signingAlgorithm, use: "sig" },
    pem: new Secret(pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString()),
  };
}

/** Stores a key pair in the current transaction, its private half sealed; this node vouches for it. */
export async function saveKey(
  context: KeyContext,
  { kid, publicKey, pem }: NewKey,
  state: Pick<Row<"signingKeys">, "state"> & Partial<Row<"signingKeys">>,
): Promise<void> {
  const { store, clock } = context;
  const privateKey = store.seal(pem, { table: "signingKeys", key: kid, column: privateKeyColumn });
  const nodeSignature = await certify(context, { kid, publicKey });
  const content = { kid, publicKey, privateKey, nodeSignature };
  await store.save("signingKeys", { ...state, ...content, slot: state.state, createdAt: clock.now() });
}
