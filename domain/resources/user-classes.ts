import { policyMaxCharacters } from "../limits.ts";
import { longText, text } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Classes of users, by which policies, authorization phases and other classes name users. */
export const userClasses = resource("userClasses", {
  class: "shared",
  key: "id",
  entity: { type: "UserClass", key: "userClassId" },
  properties: {
    id: text()
      .givenOnce()
      .format("newId")
      .searched()
      .policy()
      .shown("Name of the user class, as policies and phases use it; names that begin with '_' are reserved."),
    description: text(400).given().format("filled").searched().shown("Description of the user class."),
    condition: longText()
      .optional()
      .given()
      .format("filled")
      .atMost(policyMaxCharacters)
      .shown(
        "Condition that selects its members, in the syntax of $filter on users; null if members are added manually.",
      ),
  },
  relations: {
    members: many("userClassMembers", "userClassId"),
  },
  policies: {
    userClass: {},
  },
});
