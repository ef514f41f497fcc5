import { readList } from "#operations/read/read-list.ts";
import { readOne } from "#operations/read/read-one.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";
import { accountsOfUser } from "./accounts.ts";

/** The people the service knows; created and changed by discovery, requests and operations. */
export const users: EntitySet = {
  name: "users",
  key: { parameter: "userKey", property: "key", kind: "guid" },
  type: entityType("User", {
    key: { type: "Edm.Guid", access: "read" },
    id: { type: "Edm.String", access: "read" },
    displayName: { type: "Edm.String", nullable: true, access: "read" },
    locked: { type: "Edm.Boolean", access: "read" },
    disabled: { type: "Edm.Boolean", access: "read" },
  }),
  list: verb(readList({ name: "users.list", table: "users", policy: "users_get_list" })),
  get: verb(readOne({ name: "users.get", table: "users", policy: "users_get" })),
  navigation: [accountsOfUser],
};
