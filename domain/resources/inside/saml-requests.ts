import { guid, text, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** What was asked of identity providers and is not answered yet; the answer uses it up. */
export const samlRequests = resource("samlRequests", {
  class: "local",
  key: "key",
  properties: {
    key: guid(),
    relayStateHash: text(),
    /** What the answer has to name as the request that it answers. */
    requestId: text(),
    providerId: text(),
    /** The sign-in that waits for it. */
    attemptKey: guid(),
    expiresAt: time(),
  },
  indexes: [unique("relayStateHash"), index("expiresAt")],
});
