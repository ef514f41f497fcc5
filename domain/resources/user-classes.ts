import { idMaxCharacters, policyMaxCharacters } from "../limits.ts";
import { longText, text } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Classes of users, by which policies, authorization phases and other classes name users. */
export const userClasses = resource("userClasses", {
  class: "shared",
  holds: "configuration",
  key: "id",
  entity: { type: "UserClass", key: "userClassId" },
  properties: {
    id: text()
      .givenOnce()
      .format("newId")
      .searched()
      .policy()
      .label("Name")
      .shown(
        "Name by which policies and phases know the class, without blanks; names that begin with '_' are the service's own.",
      ),
    description: text(400).given().format("filled").searched().shown("Members of the class in words."),
    condition: longText()
      .optional()
      .given()
      .format("filled")
      .atMost(policyMaxCharacters)
      .shown(
        "Users who belong to it, as a $filter on users such as `disabled eq false and startswith(id,'b')`; null for members by hand alone.",
      ),
    passwordPolicyId: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .label("Further password policy")
      .shown(
        "Password policy that holds for the passwords of members besides that of the target group: the strictest of all counts; null for none.",
      ),
  },
  relations: {
    members: many("userClassMembers", "userClassId"),
  },
  policies: {
    userClass: {},
  },
});
