import { resolve } from "node:path";

import { withEnvironmentFile } from "#platform/settings/environment-file.ts";
import { listed } from "#platform/settings/listed.ts";
import { variableOf } from "#platform/settings/setting-definition.ts";
import { settingTable } from "#platform/settings/setting-table.ts";
import { proxySettings } from "#platform/settings/setting-values.ts";
import type { Environment, Settings } from "#platform/settings/settings.ts";

import { descriptorVariable } from "../handed-socket.ts";
import { childDescriptor } from "../supervised-child.ts";

/** Environment variables that every process needs beside its settings. */
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
  "MALLOC_ARENA_MAX",
  "SystemRoot",
];

/** Returns the environment variables of this process that others need beside their settings; no setting is among them. */
export function surroundings(own: Environment): Environment {
  return pick(own, common);
}

/** Environments of the processes that `up` starts. */
export interface ChildEnvironments {
  /** Environment of api, hub and the Temporal server. */
  readonly service: Environment;
  /** Returns the environment of the local proxy: only the settings that a proxy may know, none of them about a database. */
  proxy(folder: string, apiAddress: string): Environment;
}

/** Addresses and settings that the processes of one start share. */
export interface Meeting {
  readonly settings: Settings;
  readonly temporalAddress: string;
  readonly httpPort: number;
}

/** Makes the environments of the child processes from that of this process. */
export function childEnvironments(
  { settings, temporalAddress, httpPort }: Meeting,
  own: Environment,
): ChildEnvironments {
  const proxyNames = proxySettings.map(([, definition]) => variableOf(definition));
  // On a single machine the address is known: without a setting it is that machine's own.
  const { baseIdsynchUrl, publicAddress } = settings;
  const base = baseIdsynchUrl ?? publicAddress ?? localApiAddress(settings, httpPort);
  return {
    service: {
      ...own,
      GATEHOUSE_DATA: settings.dataFolder,
      TEMPORAL_ADDRESS: temporalAddress,
      HTTP_PORT: String(httpPort),
      [variableOf(settingTable.baseIdsynchUrl)]: base,
      ...(own[descriptorVariable] !== undefined && { [descriptorVariable]: String(childDescriptor) }),
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

/** Returns the address of the API as this machine calls it. */
export function localApiAddress({ apiAddress, httpHost }: Settings, httpPort: number): string {
  // The proxy of this machine belongs to this node.
  if (apiAddress !== null) return listed(apiAddress)[0] ?? apiAddress;
  const everywhere = httpHost === "0.0.0.0" || httpHost === "::";
  const host = everywhere ? "127.0.0.1" : httpHost;
  return `http://${host.includes(":") ? `[${host}]` : host}:${httpPort}`;
}

function pick(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}
