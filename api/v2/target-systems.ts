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
    userKey: { type: "Edm.Guid", nullable: true, description: "The person; null = a user class is named." },
    userClass: {
      type: "Edm.String",
      nullable: true,
      description: "The user class whose members decide; null = a person is named.",
    },
    veto: { type: "Edm.Boolean", description: "Whether a denial by them denies the request; false by default." },
    inputRequired: { type: "Edm.Boolean", description: "Whether they must answer; false by default." },
  },
};

const authorizationPhase: StructuredType = {
  name: "AuthorizationPhase",
  properties: {
    sequence: { type: "Edm.Int32", description: "Its number: phases run one after another." },
    minApprovals: { type: "Edm.Int32", description: "How many must approve; 1 by default." },
    maxDenials: { type: "Edm.Int32", description: "How many denials deny the request; 1 by default." },
    authorizers: { type: authorizer, collection: true, description: "Who may decide." },
  },
};

const options: Record<string, Property> = Object.fromEntries(
  Object.entries(targetSystemOptions).map(([name, { type, initial, description }]): [string, Property] => [
    name,
    {
      ...(type === "boolean" ? { type: "Edm.Boolean" } : { type: "Edm.String", nullable: true }),
      attached: true,
      description: `${description}; ${initial} by default.`,
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
export const targetSystems: EntitySet = {
  name: "targetSystems",
  source: "targetSystems",
  key: { parameter: "targetSystemKey", property: "id", kind: "string" },
  type: entityType("TargetSystem", {
    id: { type: "Edm.String", description: "Its id, by which everything names it; it never changes." },
    type: {
      type: "Edm.String",
      description: "Id of the connector, such as ldap; docs/connectors.md has a page for each.",
    },
    description: { type: "Edm.String", description: "What people call it." },
    address: {
      type: { name: "TargetSystemAddress", properties: {}, open: true },
      description: "How its connector reaches it; docs/connectors.md has a page for each connector.",
    },
    targetGroup: {
      type: "Edm.String",
      description: "The target group, whose password policy holds; DEFAULT by default.",
    },
    helpUrl: { type: "Edm.String", nullable: true, description: "Where people find help; null = nowhere." },
    mode: {
      type: "Edm.String",
      members: ["automatic", "manual"],
      description:
        "How it is discovered: automatic by default; manual only when somebody asks for it, and listSchedule and psupdate pass over it.",
    },
    enabled: { type: "Edm.Boolean", description: "Whether operations are carried out there; true by default." },
    sourceOfProfiles: { type: "Edm.Boolean", description: "Whether people come from there; waits for a later part." },
    autoAttachBy: {
      type: "Edm.String",
      nullable: true,
      description: "The attribute by which accounts find their owners; null = their shortId.",
    },
    proxyServers: {
      type: "Edm.String",
      collection: true,
      description: "The proxies that serve it; the proxy `local` where none is named.",
    },
    listSchedule: {
      type: "Edm.String",
      nullable: true,
      description: "When it is discovered, as five fields of cron in UTC; null = only when somebody asks for it.",
    },
    authorizationPhases: {
      type: authorizationPhase,
      collection: true,
      attached: true,
      description: "Who authorizes requests for it, phase by phase.",
    },
    ...options,
  }),
  attach: attachToTargetSystems,
  list: { policy: "targetsystems_get_list" },
  get: { policy: "targetsystems_get" },
  create: {
    ...verb(createTargetSystem),
    status: 201,
    demands: ["description", "address"],
    example: targetSystemExample,
  },
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
