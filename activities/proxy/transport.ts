import type { IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

import { isLoopbackHost } from "#connectors/contract/loopback.ts";
import { ServiceError } from "#domain/errors.ts";
import { nodeProofHeaders, timeOfAnswer } from "#domain/proxies/proxy-call.ts";
import { apiFailure } from "#platform/connection-cause.ts";
import { http } from "#platform/node-http.ts";

/** An answer of the API: its status and its whole body. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Time of the service, milliseconds UTC; undefined if the answer does not tell. */
  readonly timeMs?: number;
  /** Node that says it has answered, and its signature; undefined if there is none. */
  readonly node?: string;
  readonly signature?: string;
  /** Milliseconds of the header Retry-After; undefined if the answer has none, or a date. */
  readonly retryAfterMs?: number;
}

/** One POST to the API. */
export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

/** Connections to one API server, kept open between calls. */
export interface Transport {
  /**
   * Sends a POST and reads the whole answer. Rejects when the connection fails or no answer comes in time, with the cause and the way out.
   */
  post(call: Post): Promise<Answer>;
  close(): void;
}

const answerMaxBytes = 16 * 1024 * 1024;
const answerTimeoutMs = 30_000;

/**
 * Requires an address whose traffic no one can read: HTTPS everywhere, plain HTTP only on this machine.
 * @throws PROXY_MISCONFIGURED
 */
function checkApiAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "https:") return url;
  if (url?.protocol === "http:" && isLoopbackHost(url.hostname)) return url;
  throw new ServiceError("PROXY_MISCONFIGURED", {
    message: `A proxy calls the API over https:// (plain http:// only on this machine), not '${address}'. Correct API_ADDRESS.`,
  });
}

/** Makes the connections to the API at an address. */
export function createTransport(address: string, { keepAliveSeconds }: { keepAliveSeconds: number }): Transport {
  const url = checkApiAddress(address);
  const secure = url.protocol === "https:";
  const options = {
    keepAlive: true,
    keepAliveMsecs: keepAliveSeconds * 1000,
    scheduling: "lifo",
    maxSockets: 8,
  } as const;
  const agent = secure ? new HttpsAgent(options) : new http.Agent(options);
  const send = secure ? httpsRequest : http.request;
  return {
    post: ({ path, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const bytes = Buffer.from(body);
        const timeout = AbortSignal.timeout(answerTimeoutMs);
        const call = send(
          new URL(path, url),
          {
            method: "POST",
            agent,
            signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
            headers: { ...headers, "content-type": "application/json", "content-length": bytes.length },
          },
          (answer) => void read(answer).then(resolve, reject),
        );
        call.on("error", (error) => {
          if (signal?.aborted) return reject(error);
          const words = `The API at ${url.origin} does not answer. ${apiFailure(address, timeout.reason ?? error, "API_ADDRESS")}`;
          return reject(new Error(words, { cause: error }));
        });
        call.end(bytes);
      }),
    close: () => agent.destroy(),
  };
}

async function read(answer: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > answerMaxBytes) throw new Error(`The API's answer is larger than ${answerMaxBytes} bytes.`);
    parts.push(part);
  }
  const timeMs = timeOfAnswer(answer.headers);
  const retryAfterMs = 1000 * Number(/^\d{1,6}$/.exec(answer.headers["retry-after"] ?? "")?.[0] ?? Number.NaN);
  const body = Buffer.concat(parts).toString("utf8");
  const { [nodeProofHeaders.node]: node, [nodeProofHeaders.signature]: signature } = answer.headers;
  return {
    status: answer.statusCode ?? 0,
    body,
    ...(timeMs !== undefined && { timeMs }),
    ...(!Number.isNaN(retryAfterMs) && { retryAfterMs }),
    ...(typeof node === "string" && { node }),
    ...(typeof signature === "string" && { signature }),
  };
}
