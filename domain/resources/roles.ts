import { text, guid } from "./format/builders.ts";
import { across } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

/** Roles that users have. */
export const roles = resource("roles", {
  class: "shared",
  key: "key",
  entity: { type: "Role", key: "roleKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    id: text().searched().policy().shown("Its name."),
    description: text(400).optional().searched().shown("What it is for."),
  },
  relations: {
    members: across("users", "roleMembers", ["roleKey", "userKey"]),
  },
  indexes: [unique("id")],
  policies: {
    role: {},
  },
});
