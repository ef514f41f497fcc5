import { keyedSessionDoors } from "../../audit/session-door.ts";
import { sessionGifts } from "../../identity/session-gift.ts";
import { guid, integer, oneOf, text, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Sessions that are known by a secret: the cookie of a browser, the key of a session of the library or of SOAP. */
export const keyedSessions = resource("keyedSessions", {
  class: "node",
  key: "key",
  properties: {
    /** The session in the audit, its `sessid`. */
    key: guid(),
    secretHash: text(),
    door: oneOf(keyedSessionDoors),
    gift: oneOf(sessionGifts),
    userKey: guid(),
    /** The `tokenVersion` of the user who signed in: with another one it is worth nothing, like an access token. */
    userVersion: integer(),
    startedAt: time(),
    /** Written once a minute at most. */
    lastUsedAt: time(),
    /** For so long it may go unused. */
    idleSeconds: integer(),
    /** Its end, however much it is used. */
    expiresAt: time(),
    revokedAt: time().optional(),
  },
  indexes: [unique("secretHash"), index("expiresAt")],
});
