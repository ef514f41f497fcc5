import { type JsonWebKey, createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { compactDecrypt } from "jose";

import { Secret } from "#connectors/contract/index.ts";
import type { DiscoveryOrder } from "#domain/discovery/discovery.ts";
import { ServiceError } from "#domain/errors.ts";
import { type ProxyCall, proxyCallText } from "#domain/proxies/proxy-call.ts";
import type { Order, OrderCredential, Outcome, PasswordCandidate } from "#domain/requests/order.ts";
import { outcomesText, outcomeText } from "#domain/requests/order.ts";
import { makeFolderDurably, writeFileDurably } from "#platform/files/durable-file.ts";

/** A public key as a JWK, ready for JSON. */
export type PublicJwk = Readonly<Record<string, string>>;

/** Two key pairs of a proxy: one signs its calls and results, the other opens its sealed orders. */
export interface ProxyKeys {
  /** Public half of the Ed25519 pair. */
  readonly signingKey: PublicJwk;
  /** Public half of the X25519 pair. */
  readonly sealingKey: PublicJwk;
  /** Signs a call; returns the signature as base64url. */
  signCall(call: ProxyCall): string;
  /** Signs several outcomes in their order with one signature; returns it as base64url. */
  signOutcomes(proxyId: string, outcomes: readonly Outcome[]): string;
  /** Opens a sealed message of orders and puts each secret into its box. Fails if it is sealed to another key or was changed in transit. */
  openOrders(jwe: string): Promise<Order[]>;
  /** Opens the sealed order of a listing, under the same conditions. */
  openListing(jwe: string): Promise<DiscoveryOrder>;
}

const fileName = "proxy-keys.json";

/** Reads the keys in a proxy's folder, or in a host's, which names another file. Makes them there once, readable by their owner only. */
export function openProxyKeys(folder: string, name = fileName): ProxyKeys {
  const path = join(folder, name);
  let stored: { signing: JsonWebKey; sealing: JsonWebKey };
  try {
    stored = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw unreadable(path, error);
    stored = {
      signing: generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }),
      sealing: generateKeyPairSync("x25519").privateKey.export({ format: "jwk" }),
    };
    makeFolderDurably(folder);
    writeFileDurably(path, JSON.stringify(stored));
  }
  try {
    return keysOf(importKey(stored.signing), importKey(stored.sealing));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Returns the SHA-256 of a body as base64url. */
export function hashBody(body: string): string {
  return createHash("sha256").update(body).digest("base64url");
}

function keysOf(signing: KeyObject, sealing: KeyObject): ProxyKeys {
  const signText = (text: string) => sign(null, Buffer.from(text), signing).toString("base64url");
  async function open<O>(jwe: string): Promise<O[]> {
    const opened = await compactDecrypt(jwe, sealing, {
      keyManagementAlgorithms: ["ECDH-ES"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    const orders = JSON.parse(new TextDecoder().decode(opened.plaintext)) as OpenedOrder[];
    const logins = new Map<string, BoxedLogin>();
    return orders.map((order) => ({ ...boxed(order), ...boxedLogin(order, logins) })) as O[];
  }
  return {
    signingKey: publicJwk(signing),
    sealingKey: publicJwk(sealing),
    signCall: (call) => signText(proxyCallText(call)),
    signOutcomes(proxyId, outcomes) {
      const hashes = outcomes.map((outcome) => hashBody(outcomeText(proxyId, outcome)));
      return signText(outcomesText(proxyId, hashes));
    },
    openOrders: (jwe) => open<Order>(jwe),
    async openListing(jwe) {
      const [order] = await open<DiscoveryOrder>(jwe);
      if (order === undefined) throw new Error("The message of a listing is empty.");
      return order;
    },
  };
}

/** An order inside the sealed message, with its secrets as texts. */
interface OpenedOrder {
  readonly address: unknown;
  readonly credentials: readonly OpenedCredential[];
  readonly password?: string;
  readonly currentPassword?: string;
  readonly olderPasswords?: readonly OpenedCandidate[];
}

interface OpenedCandidate {
  readonly key: string;
  readonly secret: string;
}

interface OpenedCredential {
  readonly role: string;
  readonly login: string;
  readonly secret: string;
  readonly candidates?: readonly OpenedCandidate[];
}

/** Address and credentials with which a session for an order is opened. */
interface BoxedLogin {
  readonly address: unknown;
  readonly credentials: readonly OrderCredential[];
}

/** Returns the login of an order. Orders with equal logins share one, so that its checks are made once. */
function boxedLogin({ address, credentials }: OpenedOrder, known: Map<string, BoxedLogin>): BoxedLogin {
  const text = JSON.stringify([address, credentials]);
  const same = known.get(text);
  if (same !== undefined) return same;
  const login = { address, credentials: credentials.map(boxedCredential) };
  known.set(text, login);
  return login;
}

function boxed(order: OpenedOrder) {
  const { password, currentPassword, olderPasswords } = order;
  return {
    ...order,
    ...(password !== undefined && { password: new Secret(password) }),
    ...(currentPassword !== undefined && { currentPassword: new Secret(currentPassword) }),
    ...(olderPasswords && { olderPasswords: olderPasswords.map(boxedCandidate) }),
  };
}

function boxedCredential({ secret, candidates, ...login }: OpenedCredential): OrderCredential {
  return {
    ...login,
    secret: new Secret(secret),
    ...(candidates && { candidates: candidates.map(boxedCandidate) }),
  };
}

function boxedCandidate({ key, secret }: OpenedCandidate): PasswordCandidate {
  return { key, secret: new Secret(secret) };
}

function importKey(key: JsonWebKey): KeyObject {
  return createPrivateKey({ key, format: "jwk" });
}

function publicJwk(key: KeyObject): PublicJwk {
  const { kty = "", crv = "", x = "" } = key.export({ format: "jwk" });
  return { kty, crv, x };
}

function unreadable(path: string, cause: unknown): ServiceError {
  return new ServiceError("PROXY_MISCONFIGURED", {
    message: `The proxy's keys in '${path}' cannot be read. Restore the file, or remove it and enrol the proxy again.`,
    cause,
  });
}
