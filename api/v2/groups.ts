import { readList } from "#operations/read/read-list.ts";
import { readOne } from "#operations/read/read-one.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

const type = entityType("Group", {
  key: { type: "Edm.Guid", access: "read" },
  targetSystemKey: { type: "Edm.String" },
  stableId: { type: "Edm.String", access: "read" },
  longId: { type: "Edm.String" },
  shortId: { type: "Edm.String" },
  displayId: { type: "Edm.String" },
  managed: { type: "Edm.Boolean" },
});

const set = { name: "groups", key: { parameter: "groupKey", property: "key", kind: "guid" }, type } as const;

/** Groups on target systems. */
export const groups: EntitySet = {
  ...set,
  list: verb(readList({ name: "groups.list", table: "groups", policy: "groups_get_list" })),
  get: verb(readOne({ name: "groups.get", table: "groups", policy: "groups_get" })),
};

/** The groups on a target system. */
export const groupsOfTargetSystem: EntitySet = {
  ...set,
  list: verb(
    readList({
      name: "targetSystems.listGroups",
      table: "groups",
      policy: "targetsystems_groups_get_list",
      parent: { table: "targetSystems", policy: "targetsystems_get", column: "targetSystemKey" },
    }),
  ),
};
