import { idMaxCharacters, linkMaxCharacters } from "../limits.ts";
import { text, oneOf, flag } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Target groups: target systems whose passwords are treated alike. */
export const targetGroups = resource("targetGroups", {
  class: "shared",
  key: "id",
  entity: { type: "TargetGroup", key: "targetGroupKey" },
  properties: {
    id: text()
      .givenOnce()
      .format("newId")
      .searched()
      .policy()
      .shown("Its id, by which everything names it; it never changes."),
    description: text(400).optional().given().searched().shown("What people call it; null = its id."),
    helpUrl: text(linkMaxCharacters)
      .optional()
      .given()
      .format("webAddress")
      .shown("Where people find help; null = nowhere."),
    syncPasswords: flag(false)
      .given()
      .policy()
      .shown("Whether a password that is changed on one of its systems is set on the others; waits for a later part."),
    uniquePasswords: flag(false)
      .given()
      .policy()
      .shown("Whether passwords must differ between its systems; waits for a later part."),
    passwordChangeRestriction: oneOf(["anyNumber", "allAccounts", "oneAccount"], 40)
      .initially("anyNumber")
      .given()
      .shown("On how many accounts a password is changed at once; other values than anyNumber wait for a later part."),
    passwordPolicyId: text()
      .initially("DEFAULT")
      .given()
      .atMost(idMaxCharacters)
      .policy()
      .shown("The password policy that holds on its systems; DEFAULT by default."),
  },
  relations: {
    targetSystems: many("targetSystems", "targetGroup"),
    passwordPolicy: one("passwordPolicies", "passwordPolicyId"),
  },
  policies: {
    targetGroup: {},
  },
});
