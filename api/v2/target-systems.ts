import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import { createTargetSystem } from "#operations/target-systems/create-target-system.ts";
import { deleteTargetSystem } from "#operations/target-systems/delete-target-system.ts";
import { targetSystemOptions } from "#operations/target-systems/target-system-options.ts";
import { attachToTargetSystems } from "#operations/target-systems/target-system-view.ts";
import { testConnection } from "#operations/target-systems/test-connection.ts";
import { updateTargetSystem } from "#operations/target-systems/update-target-system.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType, type Property, type StructuredType } from "../odata/structured-type.ts";
import { queued } from "./queued.ts";
import { setNamed } from "./set-named.ts";
import { attributeDefinitionsOfTargetSystem } from "./target-system-attribute-definitions.ts";
import { credentialsOfTargetSystem } from "./target-system-credentials.ts";
import { optionsOfTargetSystem } from "./target-system-options.ts";

const authorizer: StructuredType = {
  name: "Authorizer",
  properties: {
    userKey: { type: "Edm.Guid", nullable: true },
    userClass: { type: "Edm.String", nullable: true },
    veto: { type: "Edm.Boolean" },
    inputRequired: { type: "Edm.Boolean" },
  },
};

const authorizationPhase: StructuredType = {
  name: "AuthorizationPhase",
  properties: {
    sequence: { type: "Edm.Int32" },
    minApprovals: { type: "Edm.Int32" },
    maxDenials: { type: "Edm.Int32" },
    authorizers: { type: authorizer, collection: true },
  },
};

const options: Record<string, Property> = Object.fromEntries(
  Object.entries(targetSystemOptions).map(([name, { type }]): [string, Property] => [
    name,
    type === "boolean"
      ? { type: "Edm.Boolean", attached: true }
      : { type: "Edm.String", nullable: true, attached: true },
  ]),
);

/** Target systems, with every option as a property. */
export const targetSystems: EntitySet = {
  name: "targetSystems",
  source: "targetSystems",
  key: { parameter: "targetSystemKey", property: "id", kind: "string" },
  type: entityType("TargetSystem", {
    id: { type: "Edm.String" },
    type: { type: "Edm.String" },
    description: { type: "Edm.String" },
    address: { type: { name: "TargetSystemAddress", properties: {}, open: true } },
    targetGroup: { type: "Edm.String" },
    helpUrl: { type: "Edm.String", nullable: true },
    mode: { type: "Edm.String", members: ["automatic", "manual"] },
    enabled: { type: "Edm.Boolean" },
    sourceOfProfiles: { type: "Edm.Boolean" },
    autoAttachBy: { type: "Edm.String", nullable: true },
    proxyServers: { type: "Edm.String", collection: true },
    listSchedule: { type: "Edm.String", nullable: true },
    authorizationPhases: { type: authorizationPhase, collection: true, attached: true },
    ...options,
  }),
  attach: attachToTargetSystems,
  list: { policy: "targetsystems_get_list" },
  get: { policy: "targetsystems_get" },
  create: { ...verb(createTargetSystem), status: 201, demands: ["description", "address"] },
  update: { ...verb(updateTargetSystem), status: 204 },
  remove: { ...verb(deleteTargetSystem), status: 204 },
  actions: {
    discover: { ...verb(discoverTargetSystem), ...queued, parameters: { name: "DiscoverParameters", properties: {} } },
    testConnection: {
      ...verb(testConnection),
      ...queued,
      parameters: { name: "TestConnectionParameters", properties: {} },
    },
  },
  navigation: [
    {
      name: "targetGroupDetails",
      relation: "targetGroupDetails",
      many: false,
      constraint: "targetGroup",
      target: () => setNamed("targetGroups"),
      get: { policy: "targetsystems_targetgroupdetails_get" },
    },
    optionsOfTargetSystem,
    credentialsOfTargetSystem,
    attributeDefinitionsOfTargetSystem,
    {
      name: "accounts",
      relation: "accounts",
      many: true,
      target: () => setNamed("accounts"),
      list: { policy: "targetsystems_accounts_get_list" },
    },
    {
      name: "groups",
      relation: "groups",
      many: true,
      target: () => setNamed("groups"),
      list: { policy: "targetsystems_groups_get_list" },
    },
  ],
};
