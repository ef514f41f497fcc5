/**
 * Content-Security-Policy of the pages: files and calls of this service and nothing else, no text that becomes a script
 * (Trusted Types), no frame around them. They may frame only pages of this service that allow it: its CAPTCHA alone.
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
