import type { KeyObject } from "node:crypto";

import { ServiceError } from "#domain/errors.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";

import { makeKey, saveKey } from "./make-signing-key.ts";
import { type KeyContext, signingKeyCache } from "./signing-key-cache.ts";
import { dropForgedKeys, ownSigningKeys } from "./trusted-keys.ts";

/** Key that verifies tokens. */
interface VerificationKey {
  readonly key: KeyObject;
  /** True if this node signs with it, false for that of another node. */
  readonly isOwn: boolean;
}

/** A signing key, with its ID. */
export interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** Returns the active signing key of this node; its first call makes it. Not to be called inside a transaction. */
export async function activeSigningKey(context: KeyContext): Promise<SigningKey> {
  const cache = signingKeyCache(context);
  const row = (await cache.rows()).find(({ isOwn, state }) => isOwn && state === "active");
  if (row === undefined) {
    await makeFirstKeys(context);
    return activeSigningKey(context);
  }
  return { kid: row.kid, key: cache.privateKey(row) };
}

/** Returns the public key of an ID; undefined if no such key may be used. Not to be called inside a transaction. */
export async function verificationKey(context: KeyContext, kid: string): Promise<VerificationKey | undefined> {
  const cache = signingKeyCache(context);
  const isMeant = (row: { readonly kid: string }) => row.kid === kid;
  const row = (await cache.rows()).find(isMeant) ?? (await cache.lookAgain()).find(isMeant);
  return row && { key: cache.publicKey(row), isOwn: row.isOwn };
}

/** Reports whether the key of an ID may still be used. At most one second after its deletion by any process it may not. */
export function isVerificationKey(context: KeyContext, kid: string): Promise<boolean> | boolean {
  const rows = signingKeyCache(context).rows();
  return rows instanceof Promise ? rows.then((read) => has(read, kid)) : has(rows, kid);
}

function has(rows: readonly { readonly kid: string }[], kid: string): boolean {
  return rows.some((row) => row.kid === kid);
}

/** Returns the public keys for verifiers of our tokens, with those of the next signing keys: all nodes publish the same. */
export async function publicKeys(context: KeyContext): Promise<readonly PublicKey[]> {
  await activeSigningKey(context);
  const rows = await signingKeyCache(context).rows();
  return rows.map(({ publicKey }) => publicKey);
}

async function makeFirstKeys(context: KeyContext): Promise<void> {
  const [first, next] = await Promise.all([makeKey(), makeKey()]);
  const { store, clock } = context;
  const keep = store.transaction(async () => {
    const states = (await ownSigningKeys(context)).map(({ state }) => state);
    if (states.includes("active")) return;
    await dropForgedKeys(context);
    await saveKey(context, first, { state: "active", activatedAt: clock.now() });
    if (!states.includes("next")) await saveKey(context, next, { state: "next" });
  });
  await keep.catch((error: unknown) => {
    // Another process was faster: there is room for one key that signs, and for one that is next.
    if (!(error instanceof ServiceError && error.code === "CONFLICT")) throw error;
  });
  signingKeyCache(context).forget();
}
