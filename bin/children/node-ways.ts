import { ServiceError } from "#domain/errors.ts";
import { listed } from "#platform/settings/listed.ts";
import type { ProxySettings } from "#platform/settings/settings.ts";

type WaySettings = Pick<ProxySettings, "apiAddress" | "temporalAddress" | "temporalNamespace">;

/**
 * Returns the ways to the nodes that a proxy knows, that of its home first.
 * @throws PROXY_MISCONFIGURED if there is not one engine for each
 */
export function nodeWays<S extends WaySettings>(
  settings: S,
  enrolledAt: string,
): readonly { readonly address: string; readonly settings: S }[] {
  const addresses = listed(settings.apiAddress ?? enrolledAt);
  const engines = settings.temporalAddress === null ? [] : listed(settings.temporalAddress);
  const namespaces = listed(settings.temporalNamespace);
  const count = addresses.length;
  const isFitting = (list: readonly string[]) => list.length === count || list.length <= 1;
  const isEachOne = engines.length === count || namespaces.length === count;
  if (count > 1 && !(isEachOne && isFitting(engines) && isFitting(namespaces)))
    throw new ServiceError("PROXY_MISCONFIGURED", {
      message: `API_ADDRESS has ${count} addresses: name the Temporal server of each in TEMPORAL_ADDRESS, in the same order with commas between them, or its namespace in TEMPORAL_NAMESPACE where several nodes share a server.`,
    });
  return addresses.map((address, index) => ({
    address,
    settings: {
      ...settings,
      temporalAddress: count > 1 ? (engines[index] ?? engines[0] ?? null) : settings.temporalAddress,
      temporalNamespace: namespaces[index] ?? namespaces[0] ?? settings.temporalNamespace,
    },
  }));
}
