import type { EntitySet } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

const mode = {
  type: "Edm.String",
  access: "read",
  members: ["push", "pull", "vault"],
  description: "Who changes the passwords: we (push), the managed host (pull), or nobody (vault).",
} as const;

const managedSystems: EntitySet = {
  name: "managedSystems",
  source: "managedSystems",
  key: { parameter: "managedSystemKey", property: "key", kind: "guid" },
  type: entityType("ManagedSystem", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    id: { type: "Edm.String", access: "read", description: "The name of the system." },
    description: { type: "Edm.String", access: "read", description: "What people call it." },
    type: { type: "Edm.String", access: "read", description: "The type of the system." },
    mode,
    targetSystemKey: { type: "Edm.String", access: "read", description: "The target system by which it is reached." },
    enabled: { type: "Edm.Boolean", access: "read", description: "Whether its passwords are managed." },
  }),
};

const managedAccounts: EntitySet = {
  name: "managedAccounts",
  source: "managedAccounts",
  key: { parameter: "managedAccountKey", property: "key", kind: "guid" },
  type: entityType("ManagedAccount", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    managedSystemKey: { type: "Edm.Guid", access: "read", description: "The managed system on which it is." },
    accountKey: { type: "Edm.Guid", access: "read", description: "The account." },
    policyId: {
      type: "Edm.String",
      nullable: true,
      access: "read",
      description: "The policy that holds for it; null = none.",
    },
    status: {
      type: "Edm.String",
      access: "read",
      members: ["C", "U", "conflict"],
      description: "Whether its password is confirmed (C), uncertain (U) or in conflict.",
    },
    lastRandomized: {
      type: "Edm.DateTimeOffset",
      nullable: true,
      access: "read",
      description: "When its password was changed last; null = never.",
    },
    nextRandomized: {
      type: "Edm.DateTimeOffset",
      nullable: true,
      access: "read",
      description: "When its password is changed next; null = not planned.",
    },
    checkoutCount: { type: "Edm.Int32", access: "read", description: "How many have its password checked out now." },
    checkoutLimit: {
      type: "Edm.Int32",
      access: "read",
      description: "How many may have its password checked out at once.",
    },
    disabledReason: {
      type: "Edm.String",
      nullable: true,
      access: "read",
      description: "Why its password is not managed; null = it is.",
    },
  }),
};

/** How privileged passwords are changed and handed out, and the systems and accounts that it holds for. */
export const managedSystemPolicies: EntitySet = {
  name: "managedSystemPolicies",
  source: "managedSystemPolicies",
  key: { parameter: "managedSystemPolicyId", property: "id", kind: "string" },
  type: entityType("ManagedSystemPolicy", {
    id: { type: "Edm.String", access: "read", description: "Its id." },
    description: { type: "Edm.String", access: "read", description: "What people call it." },
    mode,
    managedByNode: { type: "Edm.String", access: "read", description: "The node that changes the passwords." },
    enabled: { type: "Edm.Boolean", access: "read", description: "Whether passwords are changed under it." },
    changeIntervalHours: { type: "Edm.Int32", access: "read", description: "Hours between two changes of a password." },
    checkoutMaxMinutes: {
      type: "Edm.Int32",
      access: "read",
      description: "Minutes for which a password may be checked out.",
    },
    concurrency: {
      type: "Edm.Int32",
      access: "read",
      description: "How many may have a password checked out at once.",
    },
    randomizeOnCheckIn: {
      type: "Edm.Boolean",
      access: "read",
      description: "Whether a password is changed when it is checked in.",
    },
    disclosurePlugins: {
      type: "Edm.String",
      collection: true,
      access: "read",
      description: "The ways in which a password may be shown.",
    },
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
