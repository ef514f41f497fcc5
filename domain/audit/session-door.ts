/** The ways in which sessions begin. */
export const sessionDoors = ["password", "code", "clientCredentials", "chain", "soap", "library", "help"] as const;

/** How a session began: the grant of a token, an authentication chain, SOAP, the library, or a help desk's check. */
export type SessionDoor = (typeof sessionDoors)[number];

/** Whether a person has proved who they are where a session begins by a door; where nobody has, nobody can prove it later. */
export const isProvedByPerson: Readonly<Record<SessionDoor, boolean>> = {
  password: true,
  code: true,
  chain: true,
  soap: true,
  library: true,
  clientCredentials: false,
  help: false,
};

/** The ways in which sessions begin that are known by a secret. */
export const keyedSessionDoors = ["password", "chain", "soap", "library"] as const satisfies readonly SessionDoor[];

/** How a session began that is known by a secret. */
export type KeyedSessionDoor = (typeof keyedSessionDoors)[number];

/** Why sessions end. */
export const sessionEnds = ["logout", "revoked", "reused", "expired"] as const;

/**
 * Why a session ended: its user signed out; it was revoked from outside (an administrator, a lock, a changed password); a
 * refresh token was used twice; its time was over.
 */
export type SessionEnd = (typeof sessionEnds)[number];
