import { ServiceError } from "#domain/errors.ts";
import { proxySignatureMaxAgeSeconds } from "#domain/limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { type ProxyCall, proxyCallHeaders, proxyCallText } from "#domain/proxy-call.ts";
import type { PublicKey } from "#store/tables/service.ts";

import type { Caller, ServiceContext } from "../context.ts";
import { isEnrolled } from "./enrolled-proxy.ts";
import { isSignedBy, sha256 } from "./signatures.ts";

/** A call as it came over HTTP, with what its caller is to be called. */
export interface IncomingProxyCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody: Uint8Array;
  readonly requestId: string;
  readonly ip?: string;
}

const maxAgeMs = proxySignatureMaxAgeSeconds * 1000;
const nonceMaxCharacters = 64;
// A nonce needs to be remembered only as long as its call would pass the check of its age.
const seenNonces = new WeakMap<ServiceContext, Map<string, number>>();

/**
 * Makes sure that a call was signed by an enrolled proxy just now and for the first time, and gives it as the caller.
 * @throws PROXY_SIGNATURE_INVALID
 */
export async function verifyProxyCall(context: ServiceContext, incoming: IncomingProxyCall): Promise<Caller> {
  const { call, signature } = readCall(incoming);
  const proxy = await context.store.get("proxyServers", call.proxyId);
  if (!proxy || !isEnrolled(proxy)) throw invalid(call.proxyId, "not enrolled");
  checkCall(context, { call, signature, key: proxy.signingKey });
  return {
    kind: "proxy",
    key: null,
    id: proxy.id,
    superuser: false,
    classes: [],
    sessid: `proxy-${proxy.id}`,
    module: ModuleName.Idwfm,
    requestId: incoming.requestId,
    ...(incoming.ip === undefined ? {} : { ip: incoming.ip }),
  };
}

/**
 * Makes sure that an enrolment is signed with the key that it brings, so that nobody enrols a key that is not his.
 * @throws PROXY_SIGNATURE_INVALID
 */
export function verifyEnrolmentCall(context: ServiceContext, incoming: IncomingProxyCall, key: PublicKey): void {
  checkCall(context, { ...readCall(incoming), key });
}

interface SignedCall {
  readonly call: ProxyCall;
  readonly signature: string;
  readonly key: PublicKey;
}

function readCall({ method, path, headers, rawBody }: IncomingProxyCall): Omit<SignedCall, "key"> {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === "string" ? value : "";
  };
  const time = header(proxyCallHeaders.time);
  const nonce = header(proxyCallHeaders.nonce);
  const proxyId = header(proxyCallHeaders.proxy);
  if (!/^\d{1,15}$/.test(time) || nonce === "" || nonce.length > nonceMaxCharacters) throw invalid(proxyId, "headers");
  const call = { proxyId, method, path, timeMs: Number(time), nonce, bodyHash: sha256(rawBody) };
  return { call, signature: header(proxyCallHeaders.signature) };
}

function checkCall(context: ServiceContext, { call, signature, key }: SignedCall): void {
  const now = context.clock.now();
  if (Math.abs(now - call.timeMs) > maxAgeMs) throw invalid(call.proxyId, `signed at ${call.timeMs}, it is ${now}`);
  if (!isSignedBy(key, proxyCallText(call), signature)) throw invalid(call.proxyId, "signature");
  // Only after the signature: nobody else may fill the memory.
  if (!isFirst(context, `${call.proxyId} ${call.nonce}`, now)) throw invalid(call.proxyId, "repeated");
}

function isFirst(context: ServiceContext, nonce: string, now: number): boolean {
  const seen = seenNonces.get(context) ?? new Map<string, number>();
  seenNonces.set(context, seen);
  // In the order of arrival: the first that is young enough ends the sweep.
  for (const [old, at] of seen) {
    if (now - at <= 2 * maxAgeMs) break;
    seen.delete(old);
  }
  if (seen.has(nonce)) return false;
  seen.set(nonce, now);
  return true;
}

function invalid(proxyId: string, detail: string): ServiceError {
  return new ServiceError("PROXY_SIGNATURE_INVALID", { detail: `proxy '${proxyId.slice(0, 80)}': ${detail}` });
}
