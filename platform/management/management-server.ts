import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import {
  managementCallMs,
  managementConnectionsMax,
  managementHeadersMaxBytes,
  managementKeptMs,
} from "#domain/metric-limits.ts";

import { http } from "../node-http.ts";
import type { ManagementAddress } from "../settings/management-address.ts";

/** State of a part: it answers, or not. */
export type PartState = "ok" | "failed";

/** Answers of the management port. */
export interface ManagementAnswers {
  /** Returns true once the start is done. */
  started(): boolean;
  /** Returns the state of each part; it never takes longer than a part may take. */
  ready(): Promise<Readonly<Record<string, PartState>>>;
  /** Returns the text of the metrics. */
  metrics(): Promise<string>;
  readonly metricsMediaType: string;
}

/** A management port that listens. */
export interface RunningManagement {
  /** Its address, `http://host:port`. */
  readonly address: string;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Listens for calls of the management port: `/started`, `/live`, `/ready` and `/metrics`, by GET or HEAD. It reads no body, believes no
 * header, and answers many callers with one answer.
 * @throws Error with the code EADDRINUSE and others of `listen`
 */
export async function startManagement(at: ManagementAddress, answers: ManagementAnswers): Promise<RunningManagement> {
  const paths: Readonly<Record<string, () => Promise<Answer> | Answer>> = {
    "/live": () => stateAnswer(true, { status: "live" }),
    "/started": () =>
      answers.started() ? stateAnswer(true, { status: "started" }) : stateAnswer(false, { status: "starting" }),
    "/ready": kept(async () => {
      const parts = await answers.ready();
      const isReady = answers.started() && Object.values(parts).every((state) => state === "ok");
      return stateAnswer(isReady, { status: isReady ? "ready" : "unready", parts });
    }),
    "/metrics": kept(async () => ({ status: 200, type: answers.metricsMediaType, text: await answers.metrics() })),
  };
  const server = http.createServer(
    { maxHeaderSize: managementHeadersMaxBytes, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      void answer(paths, request, response);
    },
  );
  limit(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.port, at.host, resolve);
  });
  // The process ends when its work ends, and not before: the port alone is no reason to live on.
  server.unref();
  const { port, family, address } = server.address() as AddressInfo;
  return {
    address: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function limit(server: Server): void {
  server.maxConnections = managementConnectionsMax;
  server.headersTimeout = managementCallMs;
  server.requestTimeout = managementCallMs;
  server.timeout = 2 * managementCallMs;
  server.on("clientError", (_error, socket) => socket.destroy());
}

async function answer(
  paths: Readonly<Record<string, () => Promise<Answer> | Answer>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, type, text, headers } = await answerTo(paths, request);
  const hasBody = request.headers["content-length"] !== undefined || request.headers["transfer-encoding"] !== undefined;
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
    // What a caller still sends is not read.
    ...(hasBody && { connection: "close" }),
  });
  response.end(request.method === "HEAD" ? undefined : text, () => hasBody && request.socket.destroySoon());
}

async function answerTo(
  paths: Readonly<Record<string, () => Promise<Answer> | Answer>>,
  { method, url = "" }: IncomingMessage,
): Promise<Answer> {
  const [path = ""] = url.split("?", 1);
  const found = Object.hasOwn(paths, path) ? paths[path] : undefined;
  if (found === undefined)
    return { status: 404, type: "text/plain", text: "Ask /started, /live, /ready or /metrics.\n" };
  if (method !== "GET" && method !== "HEAD")
    return { status: 405, type: "text/plain", text: "Use GET or HEAD.\n", headers: { allow: "GET, HEAD" } };
  try {
    return await found();
  } catch {
    return { status: 500, type: "text/plain", text: "The answer could not be made; the log says more.\n" };
  }
}

function stateAnswer(isGood: boolean, body: object): Answer {
  const text = `${JSON.stringify(body)}\n`;
  return { status: isGood ? 200 : 503, type: "application/json", text, headers: isGood ? {} : { "retry-after": "1" } };
}

/** Returns an answer again for a moment, and the one that is under way to all who ask meanwhile. */
function kept(make: () => Promise<Answer>): () => Promise<Answer> {
  let last: { readonly atMs: number; readonly answer: Promise<Answer> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (last === undefined || nowMs - last.atMs > managementKeptMs) last = { atMs: nowMs, answer: make() };
    return last.answer;
  };
}
