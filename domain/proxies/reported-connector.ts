import type { JsonValue } from "../json.ts";

/** A connector as a proxy reports it. */
export interface ReportedConnector {
  readonly id: string;
  readonly version: string;
  readonly capabilities: readonly string[];
  /** JSON Schema of the address. */
  readonly addressSchema: JsonValue;
}
