import type { EntitySet } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

/** Roles that users have. */
export const roles: EntitySet = {
  name: "roles",
  source: "roles",
  key: { parameter: "roleKey", property: "key", kind: "guid" },
  type: entityType("Role", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    id: { type: "Edm.String", access: "read", description: "Its name." },
    description: { type: "Edm.String", nullable: true, access: "read", description: "What it is for." },
  }),
  list: { policy: "roles_get_list" },
  get: { policy: "roles_get" },
};
