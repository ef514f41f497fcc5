import { resolve } from "node:path";

import { withEnvironmentFile } from "#platform/settings/environment-file.ts";
import { variableOf } from "#platform/settings/setting-definition.ts";
import { settingTable } from "#platform/settings/setting-table.ts";
import { proxySettings } from "#platform/settings/setting-values.ts";
import type { Environment, Settings } from "#platform/settings/settings.ts";

/** What every process needs of its surroundings beside its settings. */
const common = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TEMP",
  "LANG",
  "LC_ALL",
  "TZ",
  "XDG_CACHE_HOME",
  "NODE_EXTRA_CA_CERTS",
  "NODE_OPTIONS",
  "SystemRoot",
];

/** What a process needs of this one's surroundings beside its settings, of which it gets none. */
export function surroundings(own: Environment): Environment {
  return pick(own, common);
}

/** The environments of the processes that `up` starts. */
export interface ChildEnvironments {
  /** For api, hub and the Temporal server. */
  readonly service: Environment;
  /** For the local proxy: only the settings a proxy may know, none of them about a database. */
  proxy(folder: string, apiAddress: string): Environment;
}

/** Where the parts of this start meet. */
export interface Meeting {
  readonly settings: Settings;
  readonly temporalAddress: string;
  readonly httpPort: number;
}

/** Makes the environments of the child processes from this process's own. */
export function childEnvironments(
  { settings, temporalAddress, httpPort }: Meeting,
  own: Environment,
): ChildEnvironments {
  const proxyNames = proxySettings.map(([, definition]) => variableOf(definition));
  // Who starts everything on one machine knows the address: where none is set, it is that machine's own.
  const { baseIdsynchUrl, publicAddress } = settings;
  const base = baseIdsynchUrl ?? publicAddress ?? localApiAddress(settings, httpPort);
  return {
    service: {
      ...own,
      GATEHOUSE_DATA: settings.dataFolder,
      TEMPORAL_ADDRESS: temporalAddress,
      HTTP_PORT: String(httpPort),
      [variableOf(settingTable.baseIdsynchUrl)]: base,
    },
    proxy: (folder, apiAddress) => ({
      ...pick(withEnvironmentFile(own), [...common, ...proxyNames]),
      GATEHOUSE_DATA: folder,
      TEMPORAL_ADDRESS: temporalAddress,
      API_ADDRESS: apiAddress,
      [variableOf(settingTable.sqliteFolder)]: resolve(settings.sqliteFolder),
    }),
  };
}

/** The address of the API as this machine calls it. */
export function localApiAddress({ apiAddress, httpHost }: Settings, httpPort: number): string {
  if (apiAddress !== null) return apiAddress;
  const everywhere = httpHost === "0.0.0.0" || httpHost === "::";
  const host = everywhere ? "127.0.0.1" : httpHost;
  return `http://${host.includes(":") ? `[${host}]` : host}:${httpPort}`;
}

function pick(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}
