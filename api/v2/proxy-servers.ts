import { connectorProblemNames } from "#domain/proxies/failed-connector.ts";
import { bigInteger, flag, integer, list, oneOf, text, time } from "#domain/resources/format/builders.ts";
import { proxyServers as resource } from "#domain/resources/proxy-servers.ts";
import { revokeProxy } from "#operations/proxies/revoke.ts";
import { proxyStates, showProxyStatus, versionComparisons } from "#operations/proxies/show-status.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const identified = { id: text().shown("Id."), version: text().shown("Version.") };

const connector = structure("ReportedConnector", {
  ...identified,
  capabilities: list(text()).shown("The functions that it has."),
  addressSchema: {
    type: { name: "ConnectorAddressSchema", properties: {}, open: true },
    description: "The JSON Schema of the addresses that it takes.",
  },
});

const failedConnector = structure("FailedConnector", {
  name: text().shown("The folder or package that could not be loaded."),
  problem: oneOf(connectorProblemNames).shown("Kind of the problem."),
  message: text().shown("Problem and its solution."),
});

const connectors = {
  connectors: {
    type: structure("UsedConnector", identified),
    collection: true,
    description: "The connectors that it has.",
  },
  failedConnectors: {
    type: failedConnector,
    collection: true,
    description: "The connectors that it could not load.",
  },
} as const;

const instance = structure("ProxyInstance", {
  id: text().shown("Id of the process, which it creates at its start."),
  online: flag().shown("True if the process has reported recently."),
  startedAt: time().shown("Start of the process."),
  lastSeenAt: time().shown("Time of the last report."),
  stoppedAt: time().optional().shown("Time of the stop; null if the process runs, or was not stopped gracefully."),
  softwareVersion: text().shown("The version of its software."),
  ...connectors,
  ordersUnderWay: integer().shown("Number of operations in progress."),
  clockSkewMs: bigInteger().shown("Milliseconds by which its clock is ahead of ours."),
  engineReached: flag().optional().shown("True if the process reaches the engine; null if not reported."),
  comparedToService: oneOf(versionComparisons)
    .optional()
    .shown("Comparison of its version with that of the service; null if one of them is no version."),
});

const { softwareVersion, lastSeenAt } = resource.properties;

const queue = structure("ProxyQueue", {
  name: text().shown("The name of its queue."),
  waiting: integer().shown("Number of waiting operations."),
  underWay: integer().shown("Number of operations in progress."),
  later: integer().shown("Number of operations to be retried."),
});

const status = structure("ProxyStatus", {
  id: text().shown("Id."),
  state: oneOf(proxyStates).shown("State of the proxy according to its reports."),
  softwareVersion,
  serviceVersion: text().shown("The version of the service."),
  lastSeenAt,
  queue: { type: queue, description: "Queue of the proxy." },
  ...connectors,
  instances: { type: instance, collection: true, description: "Processes of the proxy, which run in parallel." },
});

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
    revoke: action(revokeProxy, {
      result: structure("RevokedProxy", {
        id: text().shown("Id."),
        status: text().shown("New status of the proxy."),
      }),
    }),
  },
  functions: { status: { ...verb(showProxyStatus), result: status } },
});
