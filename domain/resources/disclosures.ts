import { guid, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Disclosures of checked-out passwords: to whom, how, and through which interface. Passwords are not in it. */
export const disclosures = resource("disclosures", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "Disclosure", key: "disclosureKey" },
  properties: {
    key: guid().policy().shown("Key of the disclosure."),
    checkoutKey: guid().policy().shown("Key of the check-out."),
    userKey: guid().policy().shown("Key of the user to whom the password was disclosed."),
    plugin: text(60).shown("Method by which the password was disclosed."),
    sessionKey: text(),
    address: text(60).optional().shown("IP address of the caller; null if not known."),
    module: text(40).shown("Interface of the call."),
    tokenHash: text(),
    createdAt: time().shown("Time at which the disclosure was requested."),
    expiresAt: time().shown("Time until which its token could be used."),
    claimedAt: time().optional(),
    usedAt: time().optional().shown("Time at which the password was disclosed; null if it was not."),
    heldAt: time().optional().shown("Time of the earlier password that was requested; null for the current password."),
    attendedByKey: guid().optional().shown("Key of the second person who was present; null if none was needed."),
  },
  relations: { checkout: one("checkouts", "checkoutKey"), user: one("users", "userKey") },
  indexes: [unique("drawn", "tokenHash"), index("checkoutKey", "createdAt"), index("expiresAt")],
  policies: { disclosure: {} },
});
