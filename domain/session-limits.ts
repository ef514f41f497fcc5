/** Minutes for which the session of a browser may go unused. */
export const browserSessionIdleMinutes = 30;
/** Hours after which the session of a browser ends, regardless of its use. */
export const browserSessionHours = 12;
/** Minutes for which a session of the library or of SOAP may go unused. */
export const librarySessionIdleMinutes = 15;
/** Hours after which a session of the library or of SOAP ends, regardless of its use. */
export const librarySessionHours = 12;
/** Milliseconds between two writes of a session's last use. */
export const sessionUseNotedMs = 60_000;
/** Sessions known by a secret that are kept in memory. */
export const keyedSessionsMax = 10_000;
/** Minutes for which a user's proof of who they are is fresh enough to change factors, questions, consents and delegations. */
export const proofMinutes = 5;
