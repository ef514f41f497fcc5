import type { EntitySet } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

const mode = { type: "Edm.String", access: "read", members: ["push", "pull", "vault"] } as const;

const managedSystems: EntitySet = {
  name: "managedSystems",
  source: "managedSystems",
  key: { parameter: "managedSystemKey", property: "key", kind: "guid" },
  type: entityType("ManagedSystem", {
    key: { type: "Edm.Guid", access: "read" },
    id: { type: "Edm.String", access: "read" },
    description: { type: "Edm.String", access: "read" },
    type: { type: "Edm.String", access: "read" },
    mode,
    targetSystemKey: { type: "Edm.String", access: "read" },
    enabled: { type: "Edm.Boolean", access: "read" },
  }),
};

const managedAccounts: EntitySet = {
  name: "managedAccounts",
  source: "managedAccounts",
  key: { parameter: "managedAccountKey", property: "key", kind: "guid" },
  type: entityType("ManagedAccount", {
    key: { type: "Edm.Guid", access: "read" },
    managedSystemKey: { type: "Edm.Guid", access: "read" },
    accountKey: { type: "Edm.Guid", access: "read" },
    policyId: { type: "Edm.String", nullable: true, access: "read" },
    status: { type: "Edm.String", access: "read", members: ["C", "U", "conflict"] },
    lastRandomized: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
    nextRandomized: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
    checkoutCount: { type: "Edm.Int32", access: "read" },
    checkoutLimit: { type: "Edm.Int32", access: "read" },
    disabledReason: { type: "Edm.String", nullable: true, access: "read" },
  }),
};

/** How privileged passwords are changed and handed out, and the systems and accounts that it holds for. */
export const managedSystemPolicies: EntitySet = {
  name: "managedSystemPolicies",
  source: "managedSystemPolicies",
  key: { parameter: "managedSystemPolicyId", property: "id", kind: "string" },
  type: entityType("ManagedSystemPolicy", {
    id: { type: "Edm.String", access: "read" },
    description: { type: "Edm.String", access: "read" },
    mode,
    managedByNode: { type: "Edm.String", access: "read" },
    enabled: { type: "Edm.Boolean", access: "read" },
    changeIntervalHours: { type: "Edm.Int32", access: "read" },
    checkoutMaxMinutes: { type: "Edm.Int32", access: "read" },
    concurrency: { type: "Edm.Int32", access: "read" },
    randomizeOnCheckIn: { type: "Edm.Boolean", access: "read" },
    disclosurePlugins: { type: "Edm.String", collection: true, access: "read" },
  }),
  list: { policy: "managedsystempolicies_get_list" },
  get: { policy: "managedsystempolicies_get" },
  navigation: [
    {
      name: "managedSystems",
      relation: "managedSystems",
      many: true,
      contained: true,
      target: () => managedSystems,
      list: { policy: "managedsystempolicies_managedsystems_get_list" },
      get: { policy: "managedsystempolicies_managedsystems_get" },
    },
    {
      name: "managedAccounts",
      relation: "managedAccounts",
      many: true,
      contained: true,
      target: () => managedAccounts,
      list: { policy: "managedsystempolicies_managedaccounts_get_list" },
      get: { policy: "managedsystempolicies_managedaccounts_get" },
    },
  ],
};
