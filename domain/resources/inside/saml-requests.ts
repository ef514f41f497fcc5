import { guid, text, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Requests to identity providers that are not answered yet; the answer uses a request up. */
export const samlRequests = resource("samlRequests", {
  class: "local",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    relayStateHash: text(),
    /** ID that the answer has to name as that of its request. */
    requestId: text(),
    providerId: text(),
    /** Key of the sign-in that waits for the answer. */
    attemptKey: guid(),
    expiresAt: time(),
  },
  indexes: [unique("notShared", "relayStateHash"), index("expiresAt")],
});
