import { connectorProblemNames } from "#domain/proxies/failed-connector.ts";
import { proxyServers as resource } from "#domain/resources/proxy-servers.ts";
import { revokeProxy } from "#operations/proxies/revoke.ts";
import { proxyStates, showProxyStatus, versionComparisons } from "#operations/proxies/show-status.ts";

import { verb } from "../odata/entity-set.ts";
import type { StructuredType } from "../odata/structured-type.ts";
import { resourceSet } from "./resource-set.ts";

const connector: StructuredType = {
  name: "ReportedConnector",
  properties: {
    id: { type: "Edm.String", description: "Its id." },
    version: { type: "Edm.String", description: "Its version." },
    capabilities: { type: "Edm.String", collection: true, description: "The functions that it has." },
    addressSchema: {
      type: { name: "ConnectorAddressSchema", properties: {}, open: true },
      description: "The JSON Schema of the addresses that it takes.",
    },
  },
};

const failedConnector: StructuredType = {
  name: "FailedConnector",
  properties: {
    name: { type: "Edm.String", description: "The folder or package that could not be loaded." },
    problem: { type: "Edm.String", members: connectorProblemNames, description: "What kind of problem it is." },
    message: { type: "Edm.String", description: "What is wrong, and the way out." },
  },
};

const usedConnector: StructuredType = {
  name: "UsedConnector",
  properties: {
    id: { type: "Edm.String", description: "Its id." },
    version: { type: "Edm.String", description: "Its version." },
  },
};

const instance: StructuredType = {
  name: "ProxyInstance",
  properties: {
    id: { type: "Edm.String", description: "Its id, which it made at its start." },
    online: { type: "Edm.Boolean", description: "Whether it has reported lately." },
    startedAt: { type: "Edm.DateTimeOffset", description: "When it was started." },
    lastSeenAt: { type: "Edm.DateTimeOffset", description: "When it reported last." },
    stoppedAt: {
      type: "Edm.DateTimeOffset",
      nullable: true,
      description: "When it was stopped; null = it runs, or was not stopped in order.",
    },
    softwareVersion: { type: "Edm.String", description: "The version of its software." },
    connectors: { type: usedConnector, collection: true, description: "The connectors that it has." },
    failedConnectors: {
      type: failedConnector,
      collection: true,
      description: "The connectors that it could not load.",
    },
    ordersUnderWay: { type: "Edm.Int32", description: "How many orders it carries out now." },
    clockSkewMs: { type: "Edm.Int64", description: "Milliseconds by which its clock is ahead of ours." },
    engineReached: {
      type: "Edm.Boolean",
      nullable: true,
      description: "Whether it reaches the engine; null = it has not said.",
    },
    comparedToService: {
      type: "Edm.String",
      nullable: true,
      members: versionComparisons,
      description: "How its version stands to the service's; null = one of the two is no version.",
    },
  },
};

const status: StructuredType = {
  name: "ProxyStatus",
  properties: {
    id: { type: "Edm.String", description: "Its id." },
    state: { type: "Edm.String", members: proxyStates, description: "Whether it is there, as its reports tell." },
    softwareVersion: {
      type: "Edm.String",
      nullable: true,
      description: "The version of its software; null = it never reported.",
    },
    serviceVersion: { type: "Edm.String", description: "The version of the service." },
    lastSeenAt: { type: "Edm.DateTimeOffset", nullable: true, description: "When it reported last; null = never." },
    queue: {
      description: "What waits for it.",
      type: {
        name: "ProxyQueue",
        properties: {
          name: { type: "Edm.String", description: "The name of its queue." },
          waiting: { type: "Edm.Int32", description: "How many operations wait for it." },
          underWay: { type: "Edm.Int32", description: "How many operations it carries out." },
          later: { type: "Edm.Int32", description: "How many operations are tried again later." },
        },
      },
    },
    connectors: { type: usedConnector, collection: true, description: "The connectors that it has." },
    failedConnectors: {
      type: failedConnector,
      collection: true,
      description: "The connectors that it could not load.",
    },
    instances: { type: instance, collection: true, description: "Its processes, which run side by side." },
  },
};

/** Proxies, as they enrolled and last reported. */
export const proxyServers = resourceSet(resource, {
  properties: {
    connectors: { type: connector, collection: true },
    failedConnectors: {
      type: failedConnector,
      collection: true,
      nullable: false,
      needs: ["failedConnectors"],
      from: ({ failedConnectors }) => failedConnectors ?? [],
    },
  },
  actions: {
    revoke: {
      ...verb(revokeProxy),
      parameters: { name: "RevokeParameters", properties: {} },
      result: {
        name: "RevokedProxy",
        properties: {
          id: { type: "Edm.String", description: "Its id." },
          status: { type: "Edm.String", description: "Its status from now on." },
        },
      },
    },
  },
  functions: { status: { ...verb(showProxyStatus), result: status } },
});
