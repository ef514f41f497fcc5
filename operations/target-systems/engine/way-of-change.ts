import { isDeepStrictEqual } from "node:util";

import type { JsonValue } from "#domain/json.ts";
import type { ReportedConnector } from "#domain/proxies/reported-connector.ts";
import type { Row } from "#store/tables.ts";

import { candidateProxies } from "../../abilities/assignment.ts";

type Target = Pick<Row<"targetSystems">, "type" | "address" | "proxyServers">;

/** Effect of a change of a target system on the destination of its secrets. */
export interface WayOfChange {
  /** True if another connector serves it, or its address has moved. */
  readonly isElsewhere: boolean;
  /** Proxies that serve it from now on and did not before. */
  readonly addedProxies: readonly string[];
}

/** Compares a target system before and after a change, by the fields that decide where secrets are sent. */
export function wayOfChange(known: Target, wanted: Target, connectors: readonly ReportedConnector[]): WayOfChange {
  const before = candidateProxies(known);
  return {
    isElsewhere: known.type !== wanted.type || isMoved(known.address, wanted.address, connectors),
    addedProxies: candidateProxies(wanted).filter((id) => !before.includes(id)),
  };
}

type Address = Target["address"];

/** Reports whether an address has moved. A changed field counts unless every connector says that nothing is sent elsewhere by it. */
function isMoved(before: Address, after: Address, connectors: readonly ReportedConnector[]): boolean {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].some(
    (name) => !isDeepStrictEqual(before?.[name], after?.[name]) && !connectors.every((one) => staysHere(one, name)),
  );
}

function staysHere({ addressSchema }: ReportedConnector, name: string): boolean {
  return fieldOf(fieldOf(fieldOf(addressSchema, "properties"), name), "sendsNothing") === true;
}

function fieldOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return undefined;
  return (value as Readonly<Record<string, JsonValue>>)[name];
}
