import { connectorProblemNames } from "#domain/failed-connector.ts";
import { revokeProxy } from "#operations/proxies/revoke.ts";
import { proxyStates, showProxyStatus, versionComparisons } from "#operations/proxies/show-status.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";

const connector: StructuredType = {
  name: "ReportedConnector",
  properties: {
    id: { type: "Edm.String" },
    version: { type: "Edm.String" },
    capabilities: { type: "Edm.String", collection: true },
    addressSchema: { type: { name: "ConnectorAddressSchema", properties: {}, open: true } },
  },
};

const failedConnector: StructuredType = {
  name: "FailedConnector",
  properties: {
    name: { type: "Edm.String" },
    problem: { type: "Edm.String", members: connectorProblemNames },
    message: { type: "Edm.String" },
  },
};

const usedConnector: StructuredType = {
  name: "UsedConnector",
  properties: { id: { type: "Edm.String" }, version: { type: "Edm.String" } },
};

const instance: StructuredType = {
  name: "ProxyInstance",
  properties: {
    id: { type: "Edm.String" },
    online: { type: "Edm.Boolean" },
    startedAt: { type: "Edm.DateTimeOffset" },
    lastSeenAt: { type: "Edm.DateTimeOffset" },
    stoppedAt: { type: "Edm.DateTimeOffset", nullable: true },
    softwareVersion: { type: "Edm.String" },
    connectors: { type: usedConnector, collection: true },
    failedConnectors: { type: failedConnector, collection: true },
    ordersUnderWay: { type: "Edm.Int32" },
    clockSkewMs: { type: "Edm.Int64" },
    engineReached: { type: "Edm.Boolean", nullable: true },
    comparedToService: { type: "Edm.String", nullable: true, members: versionComparisons },
  },
};

const status: StructuredType = {
  name: "ProxyStatus",
  properties: {
    id: { type: "Edm.String" },
    state: { type: "Edm.String", members: proxyStates },
    softwareVersion: { type: "Edm.String", nullable: true },
    serviceVersion: { type: "Edm.String" },
    lastSeenAt: { type: "Edm.DateTimeOffset", nullable: true },
    queue: {
      type: {
        name: "ProxyQueue",
        properties: {
          name: { type: "Edm.String" },
          waiting: { type: "Edm.Int32" },
          underWay: { type: "Edm.Int32" },
          later: { type: "Edm.Int32" },
        },
      },
    },
    connectors: { type: usedConnector, collection: true },
    failedConnectors: { type: failedConnector, collection: true },
    instances: { type: instance, collection: true },
  },
};

/** Proxies, as they enrolled and last reported. */
export const proxyServers: EntitySet = {
  name: "proxyServers",
  source: "proxyServers",
  key: { parameter: "id", property: "id", kind: "string" },
  type: entityType("ProxyServer", {
    id: { type: "Edm.String", access: "read" },
    status: { type: "Edm.String", access: "read" },
    connectors: { type: connector, collection: true, access: "read" },
    failedConnectors: {
      type: failedConnector,
      collection: true,
      access: "read",
      needs: ["failedConnectors"],
      from: ({ failedConnectors }) => failedConnectors ?? [],
    },
    softwareVersion: { type: "Edm.String", nullable: true, access: "read" },
    lastSeenAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
    enrolmentExpiresAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
  }),
  list: { policy: "proxyservers_get_list" },
  get: { policy: "proxyservers_get" },
  actions: {
    revoke: {
      ...verb(revokeProxy),
      parameters: { name: "RevokeParameters", properties: {} },
      result: { name: "RevokedProxy", properties: { id: { type: "Edm.String" }, status: { type: "Edm.String" } } },
    },
  },
  functions: { status: { ...verb(showProxyStatus), result: status } },
};
