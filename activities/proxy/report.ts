import { addressJsonSchema, type Connector } from "#connectors/contract/index.ts";
import type { ConnectorVersions } from "#domain/proxies/connector-version.ts";

import type { ConnectorReport } from "./client.ts";

/** The versions of connectors by their ids. */
export function versionsOf(connectors: readonly Connector[]): ConnectorVersions {
  return Object.fromEntries(connectors.map(({ definition: { id, version } }) => [id, version]));
}

/** What a proxy tells the API of its connectors: versions, capabilities, and the JSON Schema of their addresses. */
export function reportConnectors(connectors: readonly Connector[]): ConnectorReport[] {
  return connectors.map((connector) => ({
    id: connector.definition.id,
    version: connector.definition.version,
    capabilities: connector.capabilities,
    addressSchema: addressJsonSchema(connector),
  }));
}
