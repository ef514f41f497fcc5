import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import type { ReportedConnector } from "#store/tables/service.ts";

import type { CallContext } from "../context.ts";

/**
 * The connector of a type as an enrolled proxy has reported it.
 * @throws TARGET_TYPE_UNKNOWN with the known types as details
 */
export async function reportedConnector({ store }: CallContext, type: string): Promise<ReportedConnector> {
  const proxies = await store.select("proxyServers", { where: { status: "enrolled" } });
  const reported = proxies.flatMap((proxy) => proxy.connectors);
  const found = reported.find((connector) => connector.id === type);
  if (found) return found;
  const known = [...new Set(reported.map(({ id }) => id))].toSorted();
  throw new ServiceError("TARGET_TYPE_UNKNOWN", {
    target: "type",
    message: `type '${type}' is no connector that a proxy has reported. Known: ${known.join(", ") || "none; enrol a proxy first"}.`,
  });
}

/**
 * Checks an address with the schema its connector has reported and gives it with the schema's defaults.
 * @throws TARGET_ADDRESS_EMPTY, TARGET_ADDRESS_INVALID
 */
export function checkedAddress(connector: ReportedConnector, address: unknown): Readonly<Record<string, never>> {
  if (address === null || address === "" || (typeof address === "object" && Object.keys(address).length === 0)) {
    throw new ServiceError("TARGET_ADDRESS_EMPTY", { target: "address" });
  }
  const parsed = z.fromJSONSchema(connector.addressSchema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(address);
  if (parsed.success) return parsed.data as Readonly<Record<string, never>>;
  const details = parsed.error.issues.map((issue) => ({
    code: "TARGET_ADDRESS_INVALID" as const,
    target: ["address", ...issue.path].join("."),
    message: issue.message,
  }));
  throw new ServiceError("TARGET_ADDRESS_INVALID", {
    target: details[0]?.target ?? "address",
    message: `${details[0]?.target}: ${details[0]?.message}`,
    details,
  });
}
