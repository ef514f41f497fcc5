import type { GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";

import type { JsonValue } from "../json.ts";

/** A connector as a proxy reports it. */
export interface ReportedConnector {
  readonly id: string;
  readonly version: string;
  readonly capabilities: readonly string[];
  /** JSON Schema of the address. */
  readonly addressSchema: JsonValue;
  /** Attributes that the service guards; absent if the connector declares none, or its proxy is of an earlier version. */
  readonly guardedAttributes?: readonly GuardedAttribute[];
}
