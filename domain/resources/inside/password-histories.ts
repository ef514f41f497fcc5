import { guid, json, sealed } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/**
 * Digests of the passwords that an account had. The secret of their own row keys them, so that without the key ring no password can be
 * tried against them.
 */
export const passwordHistories = resource("passwordHistories", {
  class: "shared",
  key: "accountKey",
  properties: {
    accountKey: guid(),
    secret: sealed(),
    digests: json<readonly string[]>(),
  },
});
