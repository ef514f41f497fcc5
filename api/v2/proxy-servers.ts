import { connectorProblemNames } from "#domain/proxies/failed-connector.ts";
import { bigInteger, flag, integer, list, oneOf, text, time } from "#domain/resources/format/builders.ts";
import { proxyServers as resource } from "#domain/resources/proxy-servers.ts";
import { revokeProxy } from "#operations/proxies/revoke.ts";
import { proxyStates, showProxyStatus, versionComparisons } from "#operations/proxies/show-status.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const identified = { id: text().shown("Its id."), version: text().shown("Its version.") };

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
  problem: oneOf(connectorProblemNames).shown("What kind of problem it is."),
  message: text().shown("What is wrong, and the way out."),
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
  id: text().shown("Its id, which it made at its start."),
  online: flag().shown("Whether it has reported lately."),
  startedAt: time().shown("When it was started."),
  lastSeenAt: time().shown("When it reported last."),
  stoppedAt: time().optional().shown("When it was stopped; null = it runs, or was not stopped in order."),
  softwareVersion: text().shown("The version of its software."),
  ...connectors,
  ordersUnderWay: integer().shown("How many orders it carries out now."),
  clockSkewMs: bigInteger().shown("Milliseconds by which its clock is ahead of ours."),
  engineReached: flag().optional().shown("Whether it reaches the engine; null = it has not said."),
  comparedToService: oneOf(versionComparisons)
    .optional()
    .shown("How its version stands to the service's; null = one of the two is no version."),
});

const { softwareVersion, lastSeenAt } = resource.properties;

const queue = structure("ProxyQueue", {
  name: text().shown("The name of its queue."),
  waiting: integer().shown("How many operations wait for it."),
  underWay: integer().shown("How many operations it carries out."),
  later: integer().shown("How many operations are tried again later."),
});

const status = structure("ProxyStatus", {
  id: text().shown("Its id."),
  state: oneOf(proxyStates).shown("Whether it is there, as its reports tell."),
  softwareVersion,
  serviceVersion: text().shown("The version of the service."),
  lastSeenAt,
  queue: { type: queue, description: "What waits for it." },
  ...connectors,
  instances: { type: instance, collection: true, description: "Its processes, which run side by side." },
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
        id: text().shown("Its id."),
        status: text().shown("Its status from now on."),
      }),
    }),
  },
  functions: { status: { ...verb(showProxyStatus), result: status } },
});
