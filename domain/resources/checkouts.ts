import { guid, oneOf, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Check-outs of privileged passwords. */
export const checkouts = resource("checkouts", {
  class: "owned",
  key: "key",
  entity: { type: "Checkout", key: "checkoutKey" },
  properties: {
    key: guid().ordered().policy().shown("Its key."),
    managedAccountKey: guid().policy().shown("The managed account whose password is handed out."),
    userKey: guid().policy().shown("Who gets the password."),
    requestKey: guid().optional().shown("The request that asked for it; null = none was needed."),
    status: oneOf(["requested", "approved", "checkedOut", "checkedIn", "expired", "revoked"])
      .policy()
      .shown("How far the check-out has come."),
    requestedAt: time().ordered().shown("When it was asked for."),
    checkedOutAt: time().optional().shown("When the password was handed out; null = not yet."),
    expiresAt: time().optional().shown("When it is checked in by itself; null = not checked out yet."),
    endedAt: time().optional().shown("When it ended; null = it has not."),
  },
  relations: {
    user: one("users", "userKey"),
    managedAccount: one("managedAccounts", "managedAccountKey"),
  },
  indexes: [index("managedAccountKey"), index("userKey"), index("requestedAt", "key")],
  policies: {
    checkout: {},
  },
});
