/** The headers of every answer: no referrer, no sniffing, no framing, no caching, nothing loaded. */
export function securityHeaders(publicAddress: string): Readonly<Record<string, string>> {
  return {
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    ...(publicAddress.startsWith("https:")
      ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
      : {}),
  };
}
