import type { Settings } from "#platform/settings/settings.ts";

type AddressSettings = Pick<Settings, "publicAddress" | "baseIdsynchUrl" | "httpHost" | "httpPort">;

/** The address under which people and proxies reach the API, without a slash at its end. */
export function publicAddressOf(settings: AddressSettings): string {
  const { publicAddress, baseIdsynchUrl, httpHost, httpPort } = settings;
  return publicAddress ?? baseIdsynchUrl ?? `http://${httpHost}:${httpPort}`;
}

/** The issuer of the tokens. */
export function issuerOf(settings: AddressSettings): string {
  return `${publicAddressOf(settings)}/identity`;
}
