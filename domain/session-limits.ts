/** Time for which the session of a browser may go unused. */
export const browserSessionIdleMinutes = 30;
/** Life of the session of a browser, however much it is used. */
export const browserSessionHours = 12;
/** Time for which a session of the library or of SOAP may go unused. */
export const librarySessionIdleMinutes = 15;
/** Life of a session of the library or of SOAP, however much it is used. */
export const librarySessionHours = 12;
/** Time between two notes of when a session was used last. */
export const sessionUseNotedMs = 60_000;
/** Sessions known by a secret that are kept in memory. */
export const keyedSessionsMax = 10_000;
/** Minutes for which a user's proof of who they are is fresh enough to change factors, questions, consents and delegations. */
export const proofMinutes = 5;
