/** The sessions that are known by a secret: of a browser by a cookie, of the library and of SOAP by a key that each call shows. */
export const sessionGifts = ["browserSession", "librarySession"] as const;

/** Which session that is known by a secret somebody was given: what begins as one is never taken for another. */
export type SessionGift = (typeof sessionGifts)[number];
