import type { ServerResponse } from "node:http";

import { compressed, mayCompress, wantsCompressed } from "./compress.ts";
import type { RouteAnswer, RouteDefinition } from "./route.ts";

type Head = Record<string, string | number>;

const jsonType = "application/json; charset=utf-8";
const textType = "text/plain; charset=utf-8";

/** Sends an answer in one go: head, length and body; `head` is what every answer has and is made the whole head. */
export function send(
  res: ServerResponse,
  answer: RouteAnswer,
  head: Head,
  route: RouteDefinition | undefined,
): Promise<void> | undefined {
  const { status, headers, body } = answer;
  if (isLast(res, status, route)) head["connection"] = "close";
  if (body === undefined || status === 204 || status === 304) {
    complete(res, head, headers);
    res.writeHead(status, head);
    res.end();
    return undefined;
  }
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  head["content-type"] = isText ? textType : jsonType;
  complete(res, head, headers);
  const content = isText ? body : JSON.stringify(body);
  if (mayCompress(route, answer)) {
    // Otherwise no-store stands there, and nobody who keeps answers has to know by what they differ.
    if (headers?.["cache-control"] !== undefined) head["vary"] = andVary(res, headers["vary"], "Accept-Encoding");
    if (wantsCompressed(res.req, head["content-type"], content)) {
      return sendCompressed(res, status, head, content);
    }
  }
  sendPlain(res, status, head, content);
  return undefined;
}

/** Adds the headers of an answer to those of every answer. */
function complete(res: ServerResponse, head: Head, headers: RouteAnswer["headers"]): void {
  if (headers === undefined) return;
  Object.assign(head, headers);
  if (headers["vary"] !== undefined) head["vary"] = andVary(res, undefined, headers["vary"]);
}

function sendPlain(res: ServerResponse, status: number, head: Head, content: string | Buffer): void {
  const bytes = Buffer.byteLength(content);
  head["content-length"] = bytes;
  res.writeHead(status, head);
  // Text without any other sign than those of ASCII is the same in both encodings, and written faster in this one.
  if (typeof content === "string") res.end(content, bytes === content.length ? "latin1" : "utf8");
  else res.end(content);
}

// What is left of a body is not read where it or the calls are too many, or nobody has signed it; then the connection ends.
function isLast({ req }: ServerResponse, status: number, route: RouteDefinition | undefined): boolean {
  if (status === 413) return true;
  return !req.complete && (status === 429 || (status === 401 && route?.signedBy !== undefined));
}

async function sendCompressed(
  res: ServerResponse,
  status: number,
  head: Head,
  content: string | Buffer,
): Promise<void> {
  const bytes = await compressed(content);
  head["vary"] ??= andVary(res, undefined, "Accept-Encoding");
  head["content-encoding"] = "gzip";
  head["content-length"] = bytes.length;
  res.writeHead(status, head);
  res.end(bytes);
}

/** The names of headers by which answers differ: those for every answer, those of the route, and one more. */
function andVary(res: ServerResponse, named: string | undefined, name: string): string {
  return [res.getHeader("vary"), named, name].filter((part) => part !== undefined).join(", ");
}
