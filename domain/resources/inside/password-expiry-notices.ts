import { guid, integer, time } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** Last notice about the end of the password of an account. A new end starts over. */
export const passwordExpiryNotices = resource("passwordExpiryNotices", {
  class: "shared",
  holds: "data",
  key: "accountKey",
  properties: {
    accountKey: guid(),
    /** End of which it told. */
    expiresAt: time(),
    /** Step at which it told, in days before the end. */
    days: integer(),
  },
});
