/**
 * What the pages may load and do, as Content-Security-Policy: files and calls of this service and nothing else, no text
 * that becomes a script (Trusted Types), no frame around them. In a frame they show what this service lets be framed: its CAPTCHA alone.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");
