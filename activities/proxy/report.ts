import { addressJsonSchema, type Connector } from "#connectors/contract/index.ts";
import type { ConnectorVersions } from "#domain/proxies/connector-version.ts";

import type { ConnectorReport } from "./client.ts";

/** Returns the versions of connectors by their IDs. */
export function versionsOf(connectors: readonly Connector[]): ConnectorVersions {
  return Object.fromEntries(connectors.map(({ definition: { id, version } }) => [id, version]));
}

/**
 * Returns the report of connectors for the API: versions, capabilities, the JSON Schema of their addresses and the attributes that they
 * guard.
 */
export function reportConnectors(connectors: readonly Connector[]): ConnectorReport[] {
  return connectors.map((connector) => {
    const { id, version, guardedAttributes } = connector.definition;
    return {
      id,
      version,
      capabilities: connector.capabilities,
      addressSchema: addressJsonSchema(connector),
      ...(guardedAttributes && { guardedAttributes }),
    };
  });
}
