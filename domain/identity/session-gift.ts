/** The sessions that are known by a secret: of a browser by a cookie, of the library and of SOAP by a key that each call shows at its own door. */
export const sessionGifts = ["browserSession", "librarySession", "soapSession"] as const;

/** Which session that is known by a secret somebody was given: what begins as one is never taken for another. */
export type SessionGift = (typeof sessionGifts)[number];
