import { readJsonSchema } from "#domain/json-schema/json-schema.ts";
import { SchemaError } from "#domain/json-schema/schema-reader.ts";
import type { FailedConnector } from "#domain/proxies/failed-connector.ts";
import type { ReportedConnector } from "#domain/proxies/reported-connector.ts";
import { reportedSchemasMaxCharacters } from "#domain/report-limits.ts";

const messageMaxCharacters = 400;

/** Splits the connectors that a proxy reports into those whose addresses can be checked, and those that are shown as failed. */
export function readableConnectors(reported: readonly ReportedConnector[]): {
  readonly connectors: readonly ReportedConnector[];
  readonly failed: readonly FailedConnector[];
} {
  const connectors: ReportedConnector[] = [];
  const failed: FailedConnector[] = [];
  let characters = 0;
  for (const connector of reported) {
    characters += JSON.stringify([connector.addressSchema, connector.guardedAttributes ?? []]).length;
    const fault =
      characters > reportedSchemasMaxCharacters
        ? `the schemas and guarded attributes of the proxy's connectors have more than ${reportedSchemasMaxCharacters} characters together`
        : faultOf(connector);
    if (fault === undefined) connectors.push(connector);
    else failed.push({ name: connector.id, problem: "invalidAddressSchema", message: fault });
  }
  return { connectors, failed };
}

function faultOf({ addressSchema }: ReportedConnector): string | undefined {
  try {
    readJsonSchema(addressSchema);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaError) return `Its address: ${error.message}`.slice(0, messageMaxCharacters);
    throw error;
  }
}
