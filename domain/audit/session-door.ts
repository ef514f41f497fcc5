/** Ways in which sessions begin. */
export const sessionDoors = ["password", "code", "clientCredentials", "chain", "soap", "library", "help"] as const;

/** Way in which a session began: the grant of a token, an authentication chain, SOAP, the library, or a help desk's check. */
export type SessionDoor = (typeof sessionDoors)[number];

/** True for ways of sign-in that prove the person at the beginning; a session of the others cannot prove one later. */
export const isProvedByPerson: Readonly<Record<SessionDoor, boolean>> = {
  password: true,
  code: true,
  chain: true,
  soap: true,
  library: true,
  clientCredentials: false,
  help: false,
};

/** Ways to begin a session that is known by a secret. */
export const keyedSessionDoors = ["password", "chain", "soap", "library"] as const satisfies readonly SessionDoor[];

/** Way in which a session that is known by a secret began. */
export type KeyedSessionDoor = (typeof keyedSessionDoors)[number];

/** Reasons for the end of sessions. */
export const sessionEnds = ["logout", "revoked", "reused", "expired"] as const;

/**
 * Reason for the end of a session: its user signed out; it was revoked from outside (an administrator, a lock, a changed password); a
 * refresh token was used twice; it expired.
 */
export type SessionEnd = (typeof sessionEnds)[number];
