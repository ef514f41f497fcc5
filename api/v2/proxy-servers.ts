import { connectorProblemNames } from "#domain/failed-connector.ts";

import type { EntitySet } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";

const connector: StructuredType = {
  name: "ReportedConnector",
  properties: {
    id: { type: "Edm.String" },
    version: { type: "Edm.String" },
    capabilities: { type: "Edm.String", collection: true },
    addressSchema: { type: "Edm.Untyped" },
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
};
