import type { ServerResponse } from "node:http";

import { answerText } from "../answer-text.ts";
import type { CallContext, FoundSoFar, Middleware } from "../call-state.ts";

const jsonType = "application/json; charset=utf-8";
const textType = "text/plain; charset=utf-8";

/**
 * Sends the answer in one go: head, length and body. Koa does the same header by header, and that takes longer than all that
 * the other middlewares do.
 */
export function send(): Middleware {
  return async (ctx, next) => {
    await next();
    ctx.respond = false;
    await write(ctx);
  };
}

async function write({ state, res, status: usual }: CallContext): Promise<void> {
  const { answer }: FoundSoFar = state;
  // Without an answer a package has answered itself: its headers are on the response.
  const { status, headers = {}, body } = answer ?? { status: usual };
  const head: Record<string, string | number> = state.head;
  if (body === undefined || status === 204 || status === 304) {
    res.writeHead(status, withHeaders(res, head, headers)).end();
    return;
  }
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  head["content-type"] = isText ? textType : jsonType;
  const text = isText ? body : answerText(body);
  const content = text instanceof Promise ? await text : text;
  writeBody(res, { status, head: withHeaders(res, head, headers), content });
}

/** The head with the headers of the answer; those by which answers differ are joined. */
function withHeaders(
  res: ServerResponse,
  head: Whole["head"],
  headers: Readonly<Record<string, string>>,
): Whole["head"] {
  Object.assign(head, headers);
  const common = headers["vary"] === undefined ? undefined : res.getHeader("vary");
  if (common !== undefined) head["vary"] = `${String(common)}, ${headers["vary"]}`;
  return head;
}

interface Whole {
  readonly status: number;
  readonly head: Record<string, string | number>;
  readonly content: string | Buffer;
}

function writeBody(res: ServerResponse, { status, head, content }: Whole): void {
  const bytes = Buffer.byteLength(content);
  head["content-length"] = bytes;
  res.writeHead(status, head);
  // Text without any other sign than those of ASCII is the same in both encodings, and written faster in this one.
  if (typeof content === "string") res.end(content, bytes === content.length ? "latin1" : "utf8");
  else res.end(content);
}
