import { checkoutRights as rights } from "../checkouts/checkout-rights.ts";
import { guid, oneOf, text, time } from "./format/builders.ts";
import { alike, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Permissions of user classes for the passwords of the accounts under a managed system policy. */
export const checkoutRights = resource("checkoutRights", {
  class: "shared",
  holds: "configuration",
  key: "key",
  entity: { type: "CheckoutRight", key: "rightKey" },
  properties: {
    key: guid().policy().shown("Key of the permission."),
    policyId: text().policy().shown("Id of the managed system policy."),
    right: oneOf(rights)
      .policy()
      .shown(
        "Permission: see, ask (after approval), preApproved (without approval), manage, or breakGlass (emergency access).",
      ),
    userClassId: text().policy().shown("User class whose members have the permission."),
    grantedAt: time().shown("Time at which the permission was granted."),
    grantedByKey: guid()
      .optional()
      .shown("Key of the user who granted the permission; null if it was the operator of the service."),
  },
  relations: {
    userClass: one("userClasses", "userClassId"),
    members: alike("userClassMembers", "userClassId", "userClassId"),
  },
  indexes: [unique("derivedKey", "policyId", "right", "userClassId"), index("userClassId")],
  policies: { checkoutRight: {} },
});
