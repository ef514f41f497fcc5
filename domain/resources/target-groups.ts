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
    id: text().givenOnce().format("newId").searched().policy().shown("Id of the target group, which never changes."),
    description: text(400).optional().given().searched().shown("Display name; null for the id."),
    helpUrl: text(linkMaxCharacters)
      .optional()
      .given()
      .format("webAddress")
      .shown("Address of a help page; null if none."),
    syncPasswords: flag(false)
      .given()
      .policy()
      .shown(
        "True if a password that is changed on one of the target systems is set on the others; not supported yet.",
      ),
    uniquePasswords: flag(false)
      .given()
      .policy()
      .shown("True if passwords must differ between the target systems; not supported yet."),
    passwordChangeRestriction: oneOf(["anyNumber", "allAccounts", "oneAccount"], 40)
      .initially("anyNumber")
      .given()
      .shown(
        "Number of accounts on which a password is changed at once; values other than anyNumber are not supported yet.",
      ),
    passwordPolicyId: text()
      .initially("DEFAULT")
      .given()
      .atMost(idMaxCharacters)
      .policy()
      .shown("Id of the password policy of the target systems; DEFAULT by default."),
  },
  relations: {
    targetSystems: many("targetSystems", "targetGroup"),
    passwordPolicy: one("passwordPolicies", "passwordPolicyId"),
  },
  policies: {
    targetGroup: {},
  },
});
