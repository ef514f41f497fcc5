import { targetSystems as resource } from "#domain/resources/target-systems.ts";
import { targetSystemOptions } from "#operations/abilities/target-system-options.ts";
import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import {
  createTargetSystem,
  deleteTargetSystem,
  updateTargetSystem,
} from "#operations/target-systems/change-target-systems.ts";
import { testConnection } from "#operations/target-systems/test-connection.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property } from "../odata/structured-type.ts";
import { action } from "./action.ts";
import { authorizationPhase } from "./authorization-phases.ts";
import { implementer } from "./implementers.ts";
import { managedGroupsActions } from "./managed-groups.ts";
import { queued } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";
import { attributeDefinitionsWay, targetSystemCredentialsWay, targetSystemOptionsWay } from "./target-system-parts.ts";

const options: Record<string, Property> = Object.fromEntries(
  Object.entries(targetSystemOptions).map(([name, { type, initial, description }]): [string, Property] => [
    name,
    {
      ...(type === "boolean" ? { type: "Edm.Boolean" } : { type: "Edm.String", nullable: true }),
      attached: true,
      description: initial === null ? `${description}.` : `${description}; ${initial} by default.`,
    },
  ]),
);

const targetSystemExample = {
  id: "LDAP",
  type: "ldap",
  description: "our directory",
  address: { url: "ldaps://ldap.example.test:636", baseDN: "dc=example,dc=test" },
  proxyServers: ["local"],
  authorizationPhases: [{ sequence: 1, minApprovals: 1, authorizers: [{ userClass: "_MANAGER_DIRECT_" }] }],
};

/** Target systems, with every option as a property. */
export const targetSystems = resourceSet(resource, {
  properties: {
    address: { type: { name: "TargetSystemAddress", properties: {}, open: true } },
    authorizationPhases: { type: authorizationPhase, collection: true },
    implementers: { type: implementer, collection: true },
    ...options,
  },
  attachment: "targetSystem",
  create: {
    ...verb(createTargetSystem),
    status: 201,
    demands: ["description"],
    example: targetSystemExample,
  },
  update: { ...verb(updateTargetSystem), status: 204 },
  remove: { ...verb(deleteTargetSystem), status: 204 },
  actions: {
    discover: action(discoverTargetSystem, queued),
    testConnection: action(testConnection, queued),
    ...managedGroupsActions,
  },
  ways: {
    targetGroupDetails: "linked",
    options: targetSystemOptionsWay,
    credentials: targetSystemCredentialsWay,
    attributeDefinitions: attributeDefinitionsWay,
    accounts: "linked",
    groups: "linked",
    grants: "linked",
  },
});
