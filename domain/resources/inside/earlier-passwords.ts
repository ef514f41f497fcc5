import { guid, longText, time } from "../format/builders.ts";
import { index, resource } from "../format/resource.ts";

/** Passwords by which users have signed in to the service itself, one a row. They are marks that are worthless without the key ring. */
export const earlierPasswords = resource("earlierPasswords", {
  class: "grow",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    userKey: guid(),
    markHash: longText(),
    setAt: time(),
  },
  indexes: [index("userKey", "setAt")],
});
