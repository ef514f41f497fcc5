import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import { compressedMinBytes } from "#domain/limits.ts";

import type { RouteAnswer, RouteDefinition } from "./route.ts";

const compress = promisify(gzip);
const compressible = /^(?:text\/|application\/(?:json|xml|javascript)\b|multipart\/mixed)/;
// Bytes are documents that are kept and sent again and again.
const kept = new WeakMap<Buffer, Promise<Buffer>>();

/**
 * Whether an answer may be compressed at all: what is read, and never what the token server says. The length of a
 * compressed answer tells something about secrets that stand in it beside what an attacker wrote.
 */
export function mayCompress(route: RouteDefinition | undefined, { status }: RouteAnswer): boolean {
  return route?.method === "GET" && status === 200 && !route.path.startsWith("/identity/");
}

/** Whether a content is worth compressing for who asks. */
export function wantsCompressed(request: IncomingMessage, contentType: string, content: string | Buffer): boolean {
  const accepted = request.headers["accept-encoding"];
  if (accepted === undefined || content.length < compressedMinBytes || !compressible.test(contentType)) return false;
  return acceptsGzip(accepted);
}

/** The same content as gzip; it is made beside the event loop. */
export function compressed(content: string | Buffer): Promise<Buffer> {
  if (typeof content === "string") return compress(content);
  const made = kept.get(content) ?? compress(content);
  kept.set(content, made);
  return made;
}

/** Reads Accept-Encoding (RFC 9110, 12.5.3). */
function acceptsGzip(header: string): boolean {
  let any = false;
  for (const range of header.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = range.split(";").map((text) => text.trim());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter));
    if (coding === "gzip" || coding === "x-gzip") return !isRefused;
    if (coding === "*") any = !isRefused;
  }
  return any;
}
