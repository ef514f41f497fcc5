import { deliveryWays, passwordDeliveryStates } from "../mass-resets/password-delivery.ts";
import { guid, integer, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Deliveries of the generated passwords of mass resets, each for one reader, who gets them once. */
export const passwordDeliveries = resource("passwordDeliveries", {
  class: "local",
  holds: "data",
  key: "key",
  entity: { type: "PasswordDelivery", key: "passwordDeliveryKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the delivery."),
    massResetKey: guid().policy().shown("Key of the mass reset."),
    userKey: guid()
      .optional()
      .policy()
      .shown(
        "Key of the reader: the owner of the accounts, or for a file the user who started the mass reset; null if that was the operator of the service.",
      ),
    way: oneOf(deliveryWays)
      .policy()
      .shown("Way: file (sealed for the reader), link (once, by email) or myAccess (once, behind a second factor)."),
    state: oneOf(passwordDeliveryStates)
      .initially("waiting")
      .policy()
      .label("Status")
      .shown("State: waiting, delivered, or expired if the passwords were deleted unread."),
    accounts: integer().shown("Number of accounts with a new password in the delivery."),
    /** Hash of the secret in the newest link. */
    tokenHash: text().optional(),
    createdAt: time().ordered().label("Created").shown("Time from which the passwords can be read."),
    expiresAt: time().ordered().label("Expires").shown("Time at which unread passwords are deleted."),
    deliveredAt: time().optional().label("Delivered").shown("Time at which the reader got the passwords; null if not."),
  },
  relations: {
    user: one("users", "userKey"),
    massReset: one("massResets", "massResetKey"),
  },
  indexes: [
    unique("notShared", "massResetKey", "userKey"),
    unique("notShared", "tokenHash"),
    index("userKey", "state"),
    index("createdAt", "key"),
    index("expiresAt", "key"),
  ],
  policies: { passwordDelivery: {} },
});
