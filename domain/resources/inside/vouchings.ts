import { guid, oneOf, text, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Codes by which a second person vouches for another's use of a privileged password; each serves once. */
export const vouchings = resource("vouchings", {
  class: "node",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    managedAccountKey: guid(),
    userKey: guid(),
    /** Purpose of the code: emergency access, or presence at a disclosure. */
    purpose: oneOf(["breakGlass", "attend"]),
    codeHash: text(),
    createdAt: time(),
    expiresAt: time(),
    usedAt: time().optional(),
  },
  indexes: [unique("notShared", "codeHash"), index("managedAccountKey"), index("expiresAt")],
});
