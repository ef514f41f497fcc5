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
    id: text().givenOnce().format("newId").searched().policy().shown("ID of the target group, which never changes."),
    description: text(400).optional().given().searched().shown("Name for people; null for the ID."),
    helpUrl: text(linkMaxCharacters)
      .optional()
      .given()
      .format("webAddress")
      .label("Help")
      .shown("Address of a page with help; null if none."),
    syncPasswords: flag(false)
      .given()
      .policy()
      .label("Synchronize passwords")
      .shown("True if a password that is changed on one of its systems is set on the others; waits for a later part."),
    uniquePasswords: flag(false)
      .given()
      .policy()
      .label("Require unique passwords per system")
      .shown("True if passwords must differ between its systems; waits for a later part."),
    passwordChangeRestriction: oneOf(["anyNumber", "allAccounts", "oneAccount"], 40)
      .initially("anyNumber")
      .given()
      .label("Accounts in a password change")
      .shown(
        "Number of accounts on which a password is changed at once; other values than anyNumber wait for a later part.",
      ),
    passwordPolicyId: text()
      .initially("DEFAULT")
      .given()
      .atMost(idMaxCharacters)
      .policy()
      .label("Password policy")
      .shown("Password policy of its target systems; DEFAULT by default."),
  },
  relations: {
    targetSystems: many("targetSystems", "targetGroup"),
    passwordPolicy: one("passwordPolicies", "passwordPolicyId"),
  },
  policies: {
    targetGroup: {},
  },
});
