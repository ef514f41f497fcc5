import type { Settings } from "#platform/settings/settings.ts";

type AddressSettings = Pick<Settings, "publicAddress" | "baseIdsynchUrl" | "httpHost" | "httpPort">;

/** Returns the address under which users and proxies reach the API, without a trailing slash. */
export function publicAddressOf(settings: AddressSettings): string {
  const { publicAddress, baseIdsynchUrl, httpHost, httpPort } = settings;
  return publicAddress ?? baseIdsynchUrl ?? `http://${httpHost}:${httpPort}`;
}

/** Returns the issuer of the tokens of this node. */
export function issuerOf(settings: AddressSettings): string {
  return issuerAt(publicAddressOf(settings));
}

/** Returns the issuer of the tokens of a node with this public address. */
export function issuerAt(publicAddress: string): string {
  return `${publicAddress}${issuerPath}`;
}

/** End of the issuer of each node. */
export const issuerPath = "/identity";
