import { guid, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Disclosures of checked-out passwords: to whom, how, and through which interface. Passwords are not in it. */
export const disclosures = resource("disclosures", {
  class: "owned",
  key: "key",
  entity: { type: "Disclosure", key: "disclosureKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    checkoutKey: guid().policy().shown("The check-out."),
    userKey: guid().policy().shown("Who asked for it."),
    plugin: text(60).shown("The way in which the password was shown."),
    sessionKey: text(),
    address: text(60).optional().shown("The address from which it was asked for; null = not known."),
    module: text(40).shown("The door through which it was asked for."),
    tokenHash: text(),
    createdAt: time().shown("When it was asked for."),
    expiresAt: time().shown("Until when its token could be used."),
    claimedAt: time().optional(),
    usedAt: time().optional().shown("When the password was given out; null = it was not."),
    heldAt: time().optional().shown("The moment whose password was asked for; null = that of now."),
    attendedByKey: guid().optional().shown("The second person who was present; null = none was needed."),
  },
  relations: { checkout: one("checkouts", "checkoutKey"), user: one("users", "userKey") },
  indexes: [unique("tokenHash"), index("checkoutKey", "createdAt"), index("expiresAt")],
  policies: { disclosure: {} },
});
