import { isDeepStrictEqual } from "node:util";

import type { JsonValue } from "#domain/json.ts";
import type { ReportedConnector } from "#domain/proxies/reported-connector.ts";
import type { Row } from "#store/tables.ts";

import { candidateProxies } from "../../abilities/assignment.ts";

type Target = Pick<Row<"targetSystems">, "type" | "address" | "proxyServers">;

/** Where a change of a target system leads what is sent there. */
export interface WayOfChange {
  /** Another connector talks to it, or by another address. */
  readonly isElsewhere: boolean;
  /** The proxies that serve it from now on and have not before. */
  readonly addedProxies: readonly string[];
}

/** Compares a target system with what it is to be: what of it decides where secrets are sent. */
export function wayOfChange(known: Target, wanted: Target, connectors: readonly ReportedConnector[]): WayOfChange {
  const before = candidateProxies(known);
  return {
    isElsewhere: known.type !== wanted.type || isMoved(known.address, wanted.address, connectors),
    addedProxies: candidateProxies(wanted).filter((id) => !before.includes(id)),
  };
}

type Address = Target["address"];

/** A field counts unless every connector says that nothing is sent elsewhere by it. */
function isMoved(before: Address, after: Address, connectors: readonly ReportedConnector[]): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some(
    (name) => !isDeepStrictEqual(before[name], after[name]) && !connectors.every((one) => staysHere(one, name)),
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
