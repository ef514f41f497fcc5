import { guid, longText, time } from "../format/builders.ts";
import { index, resource } from "../format/resource.ts";

/** The passwords by which users have signed in to the service itself, one a row, as marks that are worth nothing without the key ring. */
export const earlierPasswords = resource("earlierPasswords", {
  class: "grow",
  key: "key",
  properties: {
    key: guid(),
    userKey: guid(),
    markHash: longText(),
    setAt: time(),
  },
  indexes: [index("userKey", "setAt")],
});
