import { promisify } from "node:util";
import { gzip } from "node:zlib";

import { compressedMinBytes } from "#domain/limits.ts";

import { answerText } from "../answer-text.ts";
import type { CallContext, FoundSoFar, Middleware } from "../call-state.ts";
import type { RouteAnswer, RouteDefinition } from "../route.ts";

const gzipped = promisify(gzip);
const compressible = /^(?:text\/|application\/(?:json|xml|javascript)\b|multipart\/mixed)/;
const ofSecrets = /^\/(?:identity|react)\//;
// Bytes are documents that are kept and sent again and again.
const kept = new WeakMap<Buffer, Promise<Buffer>>();

/**
 * Compresses answers of reads for callers that accept gzip, and never those of the token server or of a session. The
 * length of a compressed answer reveals something about secrets in it beside text of an attacker.
 */
export function compress(): Middleware {
  return (ctx, next) => {
    return ctx.req.headers["accept-encoding"] === undefined ? next() : next().then(() => compressAnswer(ctx));
  };
}

async function compressAnswer(ctx: CallContext): Promise<void> {
  const { route, answer }: FoundSoFar = ctx.state;
  if (answer === undefined || !mayCompress(route, answer)) return;
  const { status, headers, body } = answer;
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  const type = headers?.["content-type"] ?? (isText ? "text/plain" : "application/json");
  if (!compressible.test(type) || ctx.acceptsEncodings("gzip", "identity") !== "gzip") return;
  const content = isText ? body : await answerText(body);
  if (content.length < compressedMinBytes) return;
  // A document that is kept names more by which it differs.
  const about = { vary: "Accept-Encoding", ...headers, "content-type": type, "content-encoding": "gzip" };
  ctx.state.answer = { status, headers: about, body: await gzipOf(content) };
}

function mayCompress(route: RouteDefinition | undefined, { status }: RouteAnswer): boolean {
  return route?.method === "GET" && status === 200 && !ofSecrets.test(route.path);
}

/** Returns the same content as gzip; the compression runs outside of the event loop. */
function gzipOf(content: string | Buffer): Promise<Buffer> {
  if (typeof content === "string") return gzipped(content);
  const made = kept.get(content) ?? gzipped(content);
  kept.set(content, made);
  return made;
}
