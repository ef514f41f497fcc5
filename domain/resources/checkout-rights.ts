import { checkoutRights as rights } from "../checkouts/checkout-rights.ts";
import { guid, oneOf, text, time } from "./format/builders.ts";
import { alike, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Permissions of user classes for the passwords of the accounts under a managed system policy. */
export const checkoutRights = resource("checkoutRights", {
  class: "shared",
  key: "key",
  entity: { type: "CheckoutRight", key: "rightKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    policyId: text().policy().shown("The managed system policy."),
    right: oneOf(rights)
      .policy()
      .shown(
        "What they may: see, ask (which others authorize), preApproved (without asking), manage, or breakGlass (in an emergency).",
      ),
    userClassId: text().policy().shown("The user class whose members may."),
    grantedAt: time().shown("When it was given."),
    grantedByKey: guid().optional().shown("Who has given it; null = the operator of the service."),
  },
  relations: {
    userClass: one("userClasses", "userClassId"),
    members: alike("userClassMembers", "userClassId", "userClassId"),
  },
  indexes: [unique("policyId", "right", "userClassId"), index("userClassId")],
  policies: { checkoutRight: {} },
});
