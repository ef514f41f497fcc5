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
 * Returns the connectors of a target's type as reported by the enrolled proxies that serve the target: those it names, or the local one.
 * Reports of other proxies do not count.
 * @throws TARGET_TYPE_UNKNOWN with the known types
 */
export async function reportedConnectors(
  context: CallContext,
  target: Target,
): Promise<readonly [ReportedConnector, ...ReportedConnector[]]> {
  if (target.type === null) throw new ServiceError("TARGET_TYPE_UNKNOWN", { target: "type", message: typeMissing });
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

const typeMissing =
  "type: a target system needs a connector unless its fulfilment is implementer or none. Name a connector, or set fulfilment.";

/**
 * Returns the attributes that a target's type guards: those of the service's own connector of the type, and those that any process of a
 * serving proxy declared for it, together. A connector that declares none, or that no proxy has reported, guards each name that any
 * connector of the service guards. Without connector nothing is sent, and nothing guarded.
 */
export async function guardedAttributes(
  context: Pick<ServiceContext, "store">,
  target: Target,
): Promise<readonly GuardedAttribute[]> {
  const { type } = target;
  if (type === null) return [];
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
 * Checks an address with the schemas of its connectors. It is stored as given: its readers see the defaults in the schema, and the
 * connector fills them in.
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
    // The row is older than the check of schemas when they are reported.
    if (!(error instanceof SchemaError)) throw error;
    return [{ path: [], message: `cannot be checked, as the connector's schema cannot be taken: ${error.message}` }];
  }
}
