import type { GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";
import { ServiceError } from "#domain/errors.ts";
import { readJsonSchema } from "#domain/json-schema/json-schema.ts";
import { SchemaError } from "#domain/json-schema/schema-reader.ts";
import type { JsonValue } from "#domain/json.ts";
import type { ReportedConnector } from "#domain/proxies/reported-connector.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../kernel/context.ts";
import { guardsUndeclared, ownGuardsOf } from "./built-in-guards.ts";
import { servingProxies } from "./serving-proxy.ts";

type Target = Pick<Row<"targetSystems">, "type" | "proxyServers">;

/**
 * The connectors of a target's type as the enrolled proxies that serve the target have reported them: those it names, or the
 * local one. What any other proxy reports is nothing to it.
 * @throws TARGET_TYPE_UNKNOWN naming the known types
 */
export async function reportedConnectors(
  context: CallContext,
  target: Target,
): Promise<readonly [ReportedConnector, ...ReportedConnector[]]> {
  const reported = (await servingProxies(context, target)).flatMap(({ connectors }) => connectors);
  const [first, ...others] = reported.filter(({ id }) => id === target.type);
  if (first) return [first, ...others];
  const known = [...new Set(reported.map(({ id }) => id))].toSorted();
  const proxies = target.proxyServers.join(", ") || "local, which serves targets without proxyServers";
  throw new ServiceError("TARGET_TYPE_UNKNOWN", {
    target: "type",
    message: `type '${target.type}' is no connector that a proxy of this target system (${proxies}) has reported. Known there: ${known.join(", ") || "none; enrol the proxy first"}.`,
  });
}

/**
 * The attributes that a target's type guards: what the service's own connector of the type guards, and what any process of a
 * proxy that serves the target has declared for it, together. A connector that declares none, or that no proxy has reported,
 * guards each name that any connector of the service guards.
 */
export async function guardedAttributes(
  context: Pick<ServiceContext, "store">,
  target: Target,
): Promise<readonly GuardedAttribute[]> {
  const { type } = target;
  const reported = (await servingProxies(context, target)).flatMap(({ connectors, instances }) => [
    ...connectors,
    ...(instances ?? []).filter(({ stoppedAt }) => stoppedAt === null).flatMap((instance) => instance.connectors),
  ]);
  const declared = reported
    .filter(({ id }) => id === type)
    .map((connector) => connector.guardedAttributes ?? guardsUndeclared(type));
  const [first = guardsUndeclared(type), ...others] = declared;
  return withoutRepeats([...(ownGuardsOf(type) ?? []), ...first, ...others.flat()]);
}

function withoutRepeats(guards: readonly GuardedAttribute[]): GuardedAttribute[] {
  return [...new Map(guards.map((guard) => [JSON.stringify(Object.values(guard).toSorted()), guard])).values()];
}

/**
 * Checks an address with the schemas of its connectors. It is stored as it is given: defaults stand in the schema for who
 * looks, and are filled in by the connector.
 * @throws TARGET_ADDRESS_EMPTY, TARGET_ADDRESS_INVALID
 */
export function checkedAddress(
  connectors: readonly ReportedConnector[],
  address: unknown,
): Readonly<Record<string, never>> {
  if (address === null || address === "" || (typeof address === "object" && Object.keys(address).length === 0)) {
    throw new ServiceError("TARGET_ADDRESS_EMPTY", { target: "address" });
  }
  for (const { addressSchema } of connectors) refuseFaults(addressSchema, address as JsonValue);
  return address as Readonly<Record<string, never>>;
}

function refuseFaults(addressSchema: JsonValue, address: JsonValue): void {
  const details = faultsOf(addressSchema, address).map(({ path, message }) => ({
    code: "TARGET_ADDRESS_INVALID" as const,
    target: ["address", ...path].join("."),
    message,
  }));
  const [first] = details;
  if (!first) return;
  throw new ServiceError("TARGET_ADDRESS_INVALID", {
    target: first.target,
    message: `${first.target}: ${first.message}`,
    details,
  });
}

function faultsOf(addressSchema: JsonValue, address: JsonValue) {
  try {
    return readJsonSchema(addressSchema)(address);
  } catch (error) {
    // A row that was written before schemas were read when they are reported.
    if (!(error instanceof SchemaError)) throw error;
    return [{ path: [], message: `cannot be checked, as the connector's schema cannot be taken: ${error.message}` }];
  }
}
