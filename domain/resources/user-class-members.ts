import { flag, guid, text } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Memberships of users in user classes. */
export const userClassMembers = resource("userClassMembers", {
  class: "shared",
  key: "key",
  entity: { type: "UserClassMember", key: "memberKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    userClassId: text().policy().shown("The class."),
    userKey: guid().givenOnce().policy().shown("The member."),
    byCondition: flag(false).policy().shown("Whether the condition of the class has chosen them; false = by hand."),
  },
  relations: {
    person: one("users", "userKey"),
    userClass: one("userClasses", "userClassId"),
  },
  indexes: [unique("userKey", "userClassId"), index("userClassId")],
  policies: {
    userClassMember: {},
  },
});
