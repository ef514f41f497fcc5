import { commentMaxCharacters } from "../limits.ts";
import { guid, longText, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Blocking records: users and accounts whose passwords must not be reset for a time. */
export const passwordBlocks = resource("passwordBlocks", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "PasswordBlock", key: "passwordBlockKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the block."),
    userKey: guid()
      .optional()
      .givenOnce()
      .policy()
      .label("User")
      .shown("Key of the user all of whose passwords it is about; null if it is about one account."),
    accountKey: guid()
      .optional()
      .givenOnce()
      .policy()
      .label("Account")
      .shown("Key of the only account that it is about; null if it is about a user."),
    reason: longText()
      .givenOnce()
      .format("filled")
      .atMost(commentMaxCharacters)
      .searched()
      .shown("Reason for the block."),
    beginsAt: time()
      .optional()
      .givenOnce()
      .label("From")
      .shown("Start of the block; null if it holds from its creation."),
    endsAt: time().optional().givenOnce().label("To").shown("End of the block; null if it holds until it is lifted."),
    createdAt: time().ordered().label("Created").shown("Time of creation."),
    createdByKey: guid()
      .optional()
      .label("Created by")
      .shown("Key of the user who created the block; null if it was the operator of the service."),
    liftedAt: time().optional().label("Lifted").shown("Time at which the block was lifted; null if it was not."),
    liftedByKey: guid()
      .optional()
      .label("Lifted by")
      .shown("Key of the user who lifted the block; null if it was not lifted, or by the operator of the service."),
  },
  relations: {
    user: one("users", "userKey"),
    account: one("accounts", "accountKey"),
    createdBy: one("users", "createdByKey"),
  },
  indexes: [index("userKey", "liftedAt"), index("accountKey", "liftedAt"), index("createdAt", "key")],
  policies: { passwordBlock: {} },
});
