import { keyedSessionDoors } from "../../audit/session-door.ts";
import { sessionGifts } from "../../identity/session-gift.ts";
import { guid, integer, oneOf, text, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Sessions that a secret identifies: the cookie of a browser, the key of a session of the library or of SOAP. */
export const keyedSessions = resource("keyedSessions", {
  class: "node",
  holds: "data",
  key: "key",
  properties: {
    /** ID of the session in the audit, its `sessid`. */
    key: guid(),
    secretHash: text(),
    door: oneOf(keyedSessionDoors),
    gift: oneOf(sessionGifts),
    userKey: guid(),
    /** `tokenVersion` of the user who signed in; with another one the session is worthless, like an access token. */
    userVersion: integer(),
    startedAt: time(),
    /** Time of the last use, written at most once a minute. */
    lastUsedAt: time(),
    /** Seconds for which the session may stay unused. */
    idleSeconds: integer(),
    /** End of the session, however much it is used. */
    expiresAt: time(),
    revokedAt: time().optional(),
  },
  indexes: [unique("notShared", "secretHash"), index("expiresAt")],
});
