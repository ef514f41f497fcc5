import {
  createTargetSystemView,
  getTargetSystem,
  listTargetSystems,
} from "#operations/target-systems/read-target-systems.ts";
import { targetSystemOptions } from "#operations/target-systems/target-system-options.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType, type Property, type StructuredType } from "../odata/structured-type.ts";
import { accountsOfTargetSystem } from "./accounts.ts";
import { groupsOfTargetSystem } from "./groups.ts";
import { targetSystemCredentials } from "./target-system-credentials.ts";
import { targetSystemOptionSet } from "./target-system-options.ts";

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
    type === "boolean" ? { type: "Edm.Boolean" } : { type: "Edm.String", nullable: true },
  ]),
);

/** Target systems, with every option as a property. */
export const targetSystems: EntitySet = {
  name: "targetSystems",
  key: { parameter: "targetSystemKey", property: "id", kind: "string" },
  type: entityType("TargetSystem", {
    id: { type: "Edm.String" },
    type: { type: "Edm.String" },
    description: { type: "Edm.String" },
    address: { type: { name: "TargetSystemAddress", properties: {}, open: true } },
    targetGroup: { type: "Edm.String" },
    helpUrl: { type: "Edm.String", nullable: true },
    mode: { type: "Edm.String" },
    enabled: { type: "Edm.Boolean" },
    sourceOfProfiles: { type: "Edm.Boolean" },
    autoAttachBy: { type: "Edm.String", nullable: true },
    proxyServers: { type: "Edm.String", collection: true },
    listSchedule: { type: "Edm.String", nullable: true },
    authorizationPhases: { type: authorizationPhase, collection: true },
    ...options,
  }),
  list: verb(listTargetSystems),
  get: verb(getTargetSystem),
  create: { ...verb(createTargetSystemView), status: 201 },
  navigation: [targetSystemCredentials, targetSystemOptionSet, accountsOfTargetSystem, groupsOfTargetSystem],
};
