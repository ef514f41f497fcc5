import { text, guid } from "./format/builders.ts";
import { across } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

/** Roles that users have. */
export const roles = resource("roles", {
  class: "shared",
  key: "key",
  entity: { type: "Role", key: "roleKey" },
  properties: {
    key: guid().policy().shown("Key of the role."),
    id: text().searched().policy().shown("Name of the role."),
    description: text(400).optional().searched().shown("Description of the role."),
  },
  relations: {
    members: across("users", "roleMembers", ["roleKey", "userKey"]),
  },
  indexes: [unique("id")],
  policies: {
    role: {},
  },
});
