/**
 * Kinds of sessions that are known by a secret: of a browser by a cookie, of the library and of SOAP by a key that each call shows at its
 * own interface.
 */
export const sessionGifts = ["browserSession", "librarySession", "soapSession"] as const;

/** Kind of a session that is known by a secret; a session of one kind never passes as another. */
export type SessionGift = (typeof sessionGifts)[number];
