import { ServiceError } from "#domain/errors.ts";
import { proxySignatureMaxAgeSeconds } from "#domain/limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { type ProxyCall, proxyCallHeaders, proxyCallText, proxyIdPattern } from "#domain/proxies/proxy-call.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import { softwareVersion } from "#domain/proxies/software-version.ts";

import type { Caller, ServiceContext } from "../../kernel/context.ts";
import { enrolledNow } from "./enrolled-proxy.ts";
import { isSignedBy, sha256, signatureSchema } from "./signatures.ts";

/** An HTTP call of a proxy, with the correlation ID of the caller. */
export interface IncomingProxyCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly requestId: string;
  readonly ip?: string;
}

/** Returns the caller if the bytes of the body are those that were signed. */
export type BodyCheck = (rawBody: Uint8Array) => Caller;

const maxAgeMs = proxySignatureMaxAgeSeconds * 1000;
const nonceMaxCharacters = 64;
const sha256Text = /^[A-Za-z0-9_-]{43}$/;
// A nonce must be remembered only while its call would pass the check of its age. Calls accepted by other processes are seen in the
// transaction of the requested work (`enrolledProxy`).
const seenNonces = new WeakMap<ServiceContext, Map<string, number>>();

/**
 * Authenticates a call by its headers: an enrolled proxy must have just signed it. The returned function checks that the bytes of the body
 * are those that were signed, and new. The body of a stranger's call is never read.
 * @throws PROXY_SIGNATURE_INVALID, PROXY_VERSION_REFUSED
 */
export function verifyProxyCall(context: ServiceContext, incoming: IncomingProxyCall): Promise<BodyCheck> {
  return verifySignedCall(context, incoming, async (id) => {
    const proxy = await enrolledNow(context.store, id);
    return proxy && { kind: "proxy", id, signingKey: proxy.signingKey };
  });
}

/** Signer of calls, as the service knows it now. */
export interface Signer extends Pick<Caller, "kind" | "id"> {
  readonly signingKey: PublicKey;
}

/**
 * Verifies a call of any other signer like that of a proxy; `signerOf` finds enrolled ones.
 * @throws PROXY_SIGNATURE_INVALID, PROXY_VERSION_REFUSED
 */
export async function verifySignedCall(
  context: ServiceContext,
  incoming: IncomingProxyCall,
  signerOf: (id: string) => Promise<Signer | undefined>,
): Promise<BodyCheck> {
  const head = readHead(context, incoming);
  const signer = await signerOf(head.call.proxyId);
  if (signer === undefined) throw invalid(head.call.proxyId, "not enrolled");
  const { kind, id, signingKey } = signer;
  requireSignature(head, signingKey);
  return (rawBody) => {
    requireBody(context, head, rawBody);
    return {
      kind,
      key: null,
      id,
      superuser: false,
      classes: [],
      sessid: `${kind}-${id}`,
      module: ModuleName.Idwfm,
      requestId: incoming.requestId,
      proxyCall: nameOf(head.call),
      ...(incoming.ip === undefined ? {} : { ip: incoming.ip }),
    };
  };
}

/**
 * Verifies the signature of an enrollment with the key that it brings, so that no one enrolls another's key.
 * @throws PROXY_SIGNATURE_INVALID, PROXY_VERSION_REFUSED
 */
export function verifyEnrolmentCall(
  context: ServiceContext,
  incoming: IncomingProxyCall,
  { key, rawBody }: { readonly key: PublicKey; readonly rawBody: Uint8Array },
): void {
  const head = readHead(context, incoming);
  requireSignature(head, key);
  requireBody(context, head, rawBody);
}

interface SignedHead {
  readonly call: ProxyCall;
  readonly signature: string;
}

function readHead(context: ServiceContext, { method, path, headers }: IncomingProxyCall): SignedHead {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === "string" ? value : "";
  };
  const time = header(proxyCallHeaders.time);
  const nonce = header(proxyCallHeaders.nonce);
  const proxyId = header(proxyCallHeaders.proxy);
  const bodyHash = header(proxyCallHeaders.bodyHash);
  const signature = header(proxyCallHeaders.signature);
  if (!/^\d{1,15}$/.test(time) || nonce === "" || nonce.length > nonceMaxCharacters) throw invalid(proxyId, "headers");
  if (!proxyIdPattern.test(proxyId)) throw invalid(proxyId, "no such name");
  if (!signatureSchema.safeParse(signature).success) throw invalid(proxyId, "signature");
  if (headers[proxyCallHeaders.bodyHash] === undefined) throw withoutBodyHash();
  if (!sha256Text.test(bodyHash)) throw invalid(proxyId, "hash of the body");
  const timeMs = Number(time);
  const now = context.clock.now();
  if (Math.abs(now - timeMs) > maxAgeMs) throw invalid(proxyId, `signed at ${timeMs}, it is ${now}`);
  return { call: { proxyId, method, path, timeMs, nonce, bodyHash }, signature };
}

function requireSignature({ call, signature }: SignedHead, key: PublicKey): void {
  if (!isSignedBy(key, proxyCallText(call), signature)) throw invalid(call.proxyId, "signature");
}

function requireBody(context: ServiceContext, { call }: SignedHead, rawBody: Uint8Array): void {
  if (sha256(rawBody) !== call.bodyHash) throw invalid(call.proxyId, "another body");
  // Only after the signature: no one else may fill the memory.
  const isNew = isFirst(context, nameOf(call), context.clock.now());
  if (!isNew) throw invalid(call.proxyId, "repeated");
}

function nameOf({ proxyId, nonce }: SignedHead["call"]): string {
  return `${proxyId} ${nonce}`;
}

function isFirst(context: ServiceContext, nonce: string, now: number): boolean {
  const seen = seenNonces.get(context) ?? new Map<string, number>();
  seenNonces.set(context, seen);
  // In the order of arrival: the first nonce that is young enough ends the sweep.
  for (const [old, at] of seen) {
    if (now - at <= 2 * maxAgeMs) break;
    seen.delete(old);
  }
  if (seen.has(nonce)) return false;
  seen.set(nonce, now);
  return true;
}

/** Makes the refusal of a proxy of an old version, which signed the body itself: its call cannot be verified before the body is read. */
function withoutBodyHash(): ServiceError {
  return new ServiceError("PROXY_VERSION_REFUSED", {
    message: `The proxy sends no header '${proxyCallHeaders.bodyHash}', so it is older than this service (${softwareVersion}) takes. Install the service's version of the package at the proxy, and start it again.`,
  });
}

function invalid(proxyId: string, detail: string): ServiceError {
  return new ServiceError("PROXY_SIGNATURE_INVALID", { detail: `proxy '${proxyId.slice(0, 80)}': ${detail}` });
}
