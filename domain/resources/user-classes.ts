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
      .shown("The name by which policies and phases know it; those that begin with '_' are the service's own."),
    description: text(400).given().format("filled").searched().shown("Who is meant."),
    condition: longText()
      .optional()
      .given()
      .format("filled")
      .atMost(policyMaxCharacters)
      .shown("Which users belong to it, in the language of $filter on users; null = those who are named by hand."),
  },
  relations: {
    members: many("userClassMembers", "userClassId"),
  },
  policies: {
    userClass: {},
  },
});
