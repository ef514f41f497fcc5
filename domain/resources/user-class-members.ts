import { flag, guid, text } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Memberships of users in user classes. */
export const userClassMembers = resource("userClassMembers", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "UserClassMember", key: "memberKey" },
  properties: {
    key: guid().policy().shown("Key of the membership."),
    userClassId: text().policy().shown("Id of the user class."),
    userKey: guid().givenOnce().policy().shown("Key of the member."),
    byCondition: flag(false)
      .policy()
      .shown("True if the condition of the class added the member; false if the member was added manually."),
  },
  relations: {
    person: one("users", "userKey"),
    userClass: one("userClasses", "userClassId"),
  },
  indexes: [unique("olderClaim", "userKey", "userClassId"), index("userClassId")],
  policies: {
    userClassMember: {},
  },
});
