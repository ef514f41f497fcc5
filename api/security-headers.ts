/** Returns the headers of every answer: no referrer, no sniffing, no framing, no caching, nothing loaded. */
export function securityHeaders(): Readonly<Record<string, string>> {
  return {
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
  };
}

/** Value of Strict-Transport-Security, which is sent over https only (RFC 6797, 7.2). */
export const strictTransport = "max-age=31536000; includeSubDomains";
