import { addressJsonSchema, type Connector } from "#connectors/contract/index.ts";

import type { ConnectorReport } from "./client.ts";

/** What a proxy tells the API of its connectors: versions, capabilities, and the JSON Schema of their addresses. */
export function reportConnectors(connectors: readonly Connector[]): ConnectorReport[] {
  return connectors.map((connector) => ({
    id: connector.definition.id,
    version: connector.definition.version,
    capabilities: connector.capabilities,
    addressSchema: addressJsonSchema(connector),
  }));
}
