/** Names of the headers that make a call of a proxy its own. */
export const proxyCallHeaders = {
  proxy: "gatehouse-proxy",
  time: "gatehouse-time",
  nonce: "gatehouse-nonce",
  bodyHash: "gatehouse-body-hash",
  signature: "gatehouse-signature",
} as const;

/** Where proxies call; the API listens there, the client calls there. */
export const proxyPaths = {
  enrol: "/proxies/v1/enrol",
  hello: "/proxies/v1/hello",
  orders: "/proxies/v1/orders",
  outcomes: "/proxies/v1/outcomes",
  listing: "/proxies/v1/listing",
  knownHashes: "/proxies/v1/knownHashes",
  chunk: "/proxies/v1/chunk",
  listingFailure: "/proxies/v1/listingFailure",
} as const;

/** What a proxy signs of a call. */
export interface ProxyCall {
  readonly proxyId: string;
  /** Upper case. */
  readonly method: string;
  /** As sent, with its query. */
  readonly path: string;
  /** Milliseconds UTC by the proxy's clock. */
  readonly timeMs: number;
  /** Never the same twice. */
  readonly nonce: string;
  /** SHA-256 of the body's bytes as base64url. */
  readonly bodyHash: string;
}

/** The exact text that is signed for a call. */
export function proxyCallText(call: ProxyCall): string {
  return ["gatehouse-call-1", call.proxyId, call.method, call.path, call.timeMs, call.nonce, call.bodyHash].join("\n");
}

/** What proxies may be called: letters, digits, dot, dash and underscore, as the name is part of a task queue's name. */
export const proxyIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** The task queue on which a proxy takes its work. */
export function proxyTaskQueue(proxyId: string): string {
  return `proxy-${proxyId}`;
}
