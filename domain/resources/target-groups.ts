import { idMaxCharacters, linkMaxCharacters } from "../limits.ts";
import { passwordQueueModes } from "../requests/password-queue.ts";
import { text, oneOf, flag } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Target groups: target systems whose passwords are treated alike. */
export const targetGroups = resource("targetGroups", {
  class: "shared",
  holds: "configuration",
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
      .shown(
        "True if a password that is set for one account of a person is set for their other accounts on its systems.",
      ),
    uniquePasswords: flag(false)
      .given()
      .policy()
      .label("Require unique passwords per system")
      .shown(
        "True if passwords of accounts on its systems must differ from those of all other accounts of the person.",
      ),
    passwordChangeRestriction: oneOf(["anyNumber", "allAccounts", "oneAccount"], 40)
      .initially("anyNumber")
      .given()
      .label("Accounts in a password change")
      .shown(
        "Accounts of a person on its systems that a password change may include: any number, only all of them together, or only one.",
      ),
    passwordQueueMode: oneOf(passwordQueueModes)
      .initially("none")
      .given()
      .label("Queue of failed password changes")
      .shown(
        "Way with password changes that fail because a system does not answer: none (they fail), manual (they are queued until an operator retries them), or automatic (they are queued and retried).",
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
