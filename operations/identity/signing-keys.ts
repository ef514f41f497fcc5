import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

import { calculateJwkThumbprint, exportJWK } from "jose";

import { Secret } from "#connectors/contract/index.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";
import type { PublicKey } from "#store/tables/service.ts";

import type { ServiceContext } from "../context.ts";

/** The algorithm of every token. */
export const signingAlgorithm = "RS256";

const modulusBits = 2048;
const keptMs = 60_000;
const reloadMs = 1_000;
const column = "privateKey";

/** A key that signs, with its id. */
export interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

interface Loaded {
  readonly atMs: number;
  readonly rows: readonly Row<"signingKeys">[];
  readonly opened: Map<string, KeyObject>;
}

// Belongs to the store: what it holds was read there, and goes when the store goes.
const cache = new WeakMap<Store, Loaded>();
const makeKeyPair = promisify(generateKeyPair);

type KeyContext = Pick<ServiceContext, "store" | "clock">;

/** The key that signs now; the first call of an installation makes it. Not to be called inside a transaction. */
export async function activeSigningKey(context: KeyContext): Promise<SigningKey> {
  const { rows, opened } = await load(context, keptMs);
  const row = rows.find(({ state }) => state === "active");
  if (row === undefined) {
    await makeFirstKey(context);
    return activeSigningKey(context);
  }
  const { kid } = row;
  const key = opened.get(kid) ?? createPrivateKey(openKey(context, row));
  opened.set(kid, key);
  return { kid, key };
}

/** The public key with an id; undefined when no such key may be used. */
export async function verificationKey(context: KeyContext, kid: string): Promise<KeyObject | undefined> {
  const known = findKey(await load(context, keptMs), kid);
  // A key that another process made a moment ago is looked for once a second, whatever ids strangers invent.
  return known ?? findKey(await load(context, reloadMs), kid);
}

/** The public keys, for those who verify our tokens. */
export async function publicKeys(context: KeyContext): Promise<readonly PublicKey[]> {
  await activeSigningKey(context);
  const { rows } = await load(context, keptMs);
  return rows.map(({ publicKey }) => publicKey);
}

async function load({ store, clock }: KeyContext, maxAgeMs: number): Promise<Loaded> {
  const loaded = cache.get(store);
  const age = loaded === undefined ? Infinity : clock.now() - loaded.atMs;
  if (loaded !== undefined && age >= 0 && age < maxAgeMs) return loaded;
  const rows = await store.select("signingKeys", {
    orderBy: [
      ["createdAt", "desc"],
      ["kid", "asc"],
    ],
  });
  const fresh: Loaded = { atMs: clock.now(), rows, opened: new Map() };
  cache.set(store, fresh);
  return fresh;
}

function findKey({ rows, opened }: Loaded, kid: string): KeyObject | undefined {
  const row = rows.find((candidate) => candidate.kid === kid);
  if (row === undefined) return undefined;
  const name = `public ${kid}`;
  const key = opened.get(name) ?? createPublicKey({ key: { ...row.publicKey }, format: "jwk" });
  opened.set(name, key);
  return key;
}

async function makeFirstKey({ store, clock }: KeyContext): Promise<void> {
  const { publicKey, privateKey } = await makeKeyPair("rsa", { modulusLength: modulusBits });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const pem = new Secret(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  await store.transaction(async () => {
    // Another process may have been faster.
    if ((await store.count("signingKeys", { state: "active" })) > 0) return;
    await store.save("signingKeys", {
      kid,
      publicKey: { kty: "RSA", n: jwk.n ?? "", e: jwk.e ?? "", kid, alg: signingAlgorithm, use: "sig" },
      privateKey: store.seal(pem, { table: "signingKeys", key: kid, column }),
      state: "active",
      createdAt: clock.now(),
    });
  });
  cache.delete(store);
}

function openKey({ store }: KeyContext, row: Row<"signingKeys">): string {
  return store.unseal(row.privateKey, { table: "signingKeys", key: row.kid, column }).use((pem) => pem);
}
