import type { z } from "zod";

import { isLoopbackHost } from "#connectors/contract/index.ts";

import { listed } from "./settings/listed.ts";
import type { settingTable } from "./settings/setting-table.ts";

type Table = typeof settingTable;

type WaySetting =
  | "httpHost"
  | "httpUnencrypted"
  | "trustedProxies"
  | "temporalAddress"
  | "temporalUnencrypted"
  | "temporalTlsCaFile"
  | "temporalTlsCertFile"
  | "temporalTlsServerName";

/** Settings that decide what is encrypted in transit; a proxy has those of the engine alone. */
export type WaySettings = { readonly [Name in WaySetting]?: z.output<Table[Name]["schema"]> };

/** Returns a sentence, with the way out, for each connection that would leave this machine unencrypted without a setting that allows it. */
export function clearTextProblems(settings: WaySettings): string[] {
  return [...httpProblem(settings), ...temporalProblem(settings)];
}

/** Returns the problem of the API, which ends no TLS itself: beyond this machine, a server in front of it must do so. */
function httpProblem({ httpHost, httpUnencrypted, trustedProxies = [] }: WaySettings): string[] {
  if (httpHost === undefined || isLoopbackHost(httpHost) || httpUnencrypted || trustedProxies.length > 0) return [];
  return [
    `HTTP_HOST ${httpHost} is reached by other machines, and passwords and tokens would travel in clear: let TLS end at a proxy in front and list its networks in TRUSTED_PROXIES, or set HTTP_UNENCRYPTED=true where nobody can listen on the way.`,
  ];
}

function temporalProblem(settings: WaySettings): string[] {
  const { temporalAddress, temporalUnencrypted } = settings;
  if (!temporalAddress || temporalUnencrypted || usesTls(settings)) return [];
  if (listed(temporalAddress).every((one) => isLoopbackHost(one.replace(/:\d+$/, "")))) return [];
  return [
    `TEMPORAL_ADDRESS ${temporalAddress} is another machine, and nothing would be encrypted on the way: set TEMPORAL_TLS_CA_FILE (with TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE for mutual TLS), or TEMPORAL_UNENCRYPTED=true where nobody can listen on the way.`,
  ];
}

/** Returns true if the connection to the engine is encrypted: each of these settings turns TLS on. */
export function usesTls({
  temporalTlsCaFile = null,
  temporalTlsCertFile = null,
  temporalTlsServerName = null,
}: WaySettings): boolean {
  return temporalTlsCaFile !== null || temporalTlsCertFile !== null || temporalTlsServerName !== null;
}
