/**
 * What of the service the pages are given while they are written: the beginnings of addresses, and after `^` expressions for whole ones.
 * The folder web/session/ is served below the address of the session, so that one is said exactly.
 */
export const passedOn = [
  "/v2",
  "/identity",
  "/docs",
  // What stands behind the session in an address is the handle of a sign-in, which has no dot.
  String.raw`^/react/session(?:/[\w-]+)?(?:\?|$)`,
] as const;
