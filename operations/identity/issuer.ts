import type { Settings } from "#platform/settings.ts";

/** The address under which people and proxies reach the API, without a slash at its end. */
export function publicAddressOf(settings: Pick<Settings, "publicAddress" | "httpHost" | "httpPort">): string {
  return settings.publicAddress ?? `http://${settings.httpHost}:${settings.httpPort}`;
}

/** The issuer of the tokens. */
export function issuerOf(settings: Pick<Settings, "publicAddress" | "httpHost" | "httpPort">): string {
  return `${publicAddressOf(settings)}/identity`;
}
