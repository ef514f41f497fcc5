import { guid, integer, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Reports of each password sender about each account, as far as the order of changes needs them. */
export const passwordReports = resource("passwordReports", {
  class: "shared",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    senderKey: guid(),
    accountKey: guid(),
    /** Highest number of a change of the account by somebody else that the sender has reported too. */
    echoedTurn: integer(),
    /** Number of the last change that the sender was the first to report; 0 for none. */
    reportedTurn: integer(),
    reportedAt: time(),
  },
  indexes: [unique("derivedKey", "senderKey", "accountKey"), index("accountKey")],
});
