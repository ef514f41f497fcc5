import { createTargetGroup } from "#operations/target-groups/create-target-group.ts";
import { deleteTargetGroup } from "#operations/target-groups/delete-target-group.ts";
import { updateTargetGroup } from "#operations/target-groups/update-target-group.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";
import { setNamed } from "./set-named.ts";

/** Target groups: target systems whose passwords are treated alike. */
export const targetGroups: EntitySet = {
  name: "targetGroups",
  source: "targetGroups",
  key: { parameter: "targetGroupKey", property: "id", kind: "string" },
  type: entityType("TargetGroup", {
    id: { type: "Edm.String", description: "Its id, by which everything names it; it never changes." },
    description: { type: "Edm.String", nullable: true, description: "What people call it; null = its id." },
    helpUrl: { type: "Edm.String", nullable: true, description: "Where people find help; null = nowhere." },
    syncPasswords: {
      type: "Edm.Boolean",
      description:
        "Whether a password that is changed on one of its systems is set on the others; waits for a later part.",
    },
    uniquePasswords: {
      type: "Edm.Boolean",
      description: "Whether passwords must differ between its systems; waits for a later part.",
    },
    passwordChangeRestriction: {
      type: "Edm.String",
      members: ["anyNumber", "allAccounts", "oneAccount"],
      description:
        "On how many accounts a password is changed at once; other values than anyNumber wait for a later part.",
    },
    passwordPolicyId: {
      type: "Edm.String",
      description: "The password policy that holds on its systems; DEFAULT by default.",
    },
  }),
  list: { policy: "targetgroups_get_list" },
  get: { policy: "targetgroups_get" },
  create: { ...verb(createTargetGroup), status: 201 },
  update: { ...verb(updateTargetGroup), status: 204 },
  remove: { ...verb(deleteTargetGroup), status: 204 },
  navigation: [
    {
      name: "passwordPolicy",
      relation: "passwordPolicy",
      many: false,
      constraint: "passwordPolicyId",
      target: () => setNamed("passwordPolicies"),
      get: { policy: "targetgroups_passwordpolicy_get" },
    },
    {
      name: "targetSystems",
      relation: "targetSystems",
      many: true,
      target: () => setNamed("targetSystems"),
      list: { policy: "targetgroups_targetsystems_get_list" },
    },
  ],
};
