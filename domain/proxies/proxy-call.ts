/** Names of the headers that authenticate a call of a proxy. */
export const proxyCallHeaders = {
  proxy: "gatehouse-proxy",
  time: "gatehouse-time",
  nonce: "gatehouse-nonce",
  bodyHash: "gatehouse-body-hash",
  signature: "gatehouse-signature",
} as const;

/** Headers by which a node proves an answer to a proxy that knows several: the proxy asks for it, and the node signs. */
export const nodeProofHeaders = {
  asked: "gatehouse-node-proof",
  node: "gatehouse-node",
  signature: "gatehouse-node-signature",
} as const;

/** Parts of an answer that a node signs. */
export interface ProvenAnswer {
  /** Name of the node. */
  readonly node: string;
  readonly proxyId: string;
  readonly path: string;
  /** Nonce of the call that is answered. */
  readonly nonce: string;
  /** SHA-256 of the body's bytes as base64url. */
  readonly bodyHash: string;
}

/** Returns the text that a node signs for an answer to a proxy, so that it answers this call alone. */
export function provenAnswerText({ node, proxyId, path, nonce, bodyHash }: ProvenAnswer): string {
  return ["gatehouse-proxy-answer-1", node, proxyId, path, nonce, bodyHash].join("\n");
}

/**
 * Returns the milliseconds UTC of a service that answers a signed call; undefined if it does not tell them. An earlier version tells them
 * to the second, by the header of HTTP, for which a front before it may put its own clock.
 */
export function timeOfAnswer(headers: Readonly<Record<string, string | string[] | undefined>>): number | undefined {
  const told = headers[proxyCallHeaders.time];
  const timeMs =
    typeof told === "string" && /^\d{1,16}$/.test(told) ? Number(told) : Date.parse(String(headers["date"]));
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

/** Paths that proxies call; the API serves them, the client calls them. */
export const proxyPaths = {
  enrol: "/proxies/v1/enrol",
  node: "/proxies/v1/node",
  hello: "/proxies/v1/hello",
  orders: "/proxies/v1/orders",
  outcomes: "/proxies/v1/outcomes",
  listing: "/proxies/v1/listing",
  knownHashes: "/proxies/v1/knownHashes",
  chunk: "/proxies/v1/chunk",
  listingFailure: "/proxies/v1/listingFailure",
} as const;

/** Parts of a call that a proxy signs. */
export interface ProxyCall {
  readonly proxyId: string;
  /** Method in upper case. */
  readonly method: string;
  /** Path as sent, with its query. */
  readonly path: string;
  /** Milliseconds UTC by the proxy's clock. */
  readonly timeMs: number;
  /** Value that is never used twice. */
  readonly nonce: string;
  /** SHA-256 of the body's bytes as base64url. */
  readonly bodyHash: string;
}

/** Returns the exact text that is signed for a call. */
export function proxyCallText(call: ProxyCall): string {
  return ["gatehouse-call-1", call.proxyId, call.method, call.path, call.timeMs, call.nonce, call.bodyHash].join("\n");
}

/** Pattern of a proxy's name: letters, digits, dot, dash and underscore, because it is part of a task queue's name. */
export const proxyIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** Returns the task queue from which a proxy takes its work. */
export function proxyTaskQueue(proxyId: string): string {
  return `proxy-${proxyId}`;
}
