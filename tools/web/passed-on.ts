/**
 * Addresses of the service that the development server forwards to it: prefixes, and after `^` regular expressions for whole
 * addresses. The folder web/session/ is served below the address of the session, so that address is matched exactly.
 */
export const passedOn = [
  "/v2",
  "/identity",
  "/docs",
  // After the session an address has the handle of a sign-in, which contains no dot.
  String.raw`^/react/session(?:/[\w-]+)?(?:\?|$)`,
] as const;
