import { resolve } from "node:path";

import type { z } from "zod";

import { clearTextProblems } from "./clear-text.ts";
import { environmentFileName, withEnvironmentFile } from "./environment-file.ts";
import type { SettingDefinition } from "./setting-definition.ts";
import { settingTable } from "./setting-table.ts";

type Table = typeof settingTable;

/** All settings, read and checked. */
export type Settings = { readonly [Name in keyof Table]: z.output<Table[Name]["schema"]> };

type ProxySettingName = { [Name in keyof Table]: Table[Name]["proxy"] extends true ? Name : never }[keyof Table];

/** The settings a proxy may know: no database, no address to listen on. */
export type ProxySettings = Pick<Settings, ProxySettingName>;

/** The environment of a process: names and texts. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown when the environment cannot be used; carries every problem, not only the first. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  /** One sentence per problem, each naming the variable and the rule. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const retired: Readonly<Record<string, string>> = {
  KeepAliveTime: "use SocketKeepAlive (SOCKET_KEEP_ALIVE_SECONDS)",
  KEEP_ALIVE_TIME: "use SocketKeepAlive (SOCKET_KEEP_ALIVE_SECONDS)",
};

/**
 * Reads every setting from the environment and the file `gatehouse.env` of the data folder.
 * @throws SettingsError with all problems at once
 */
export function readSettings(environment: Environment = withEnvironmentFile(process.env)): Settings {
  const values = read(environment, Object.entries(settingTable)) as Settings;
  const { databaseUrl, pluginFolder, sqliteFolder } = values;
  const within = (text: string) => text.replace("<data>", () => values.dataFolder);
  return {
    ...values,
    databaseUrl: within(databaseUrl),
    pluginFolder: within(pluginFolder),
    sqliteFolder: within(sqliteFolder),
  };
}

/**
 * Reads only the settings that a proxy may know.
 * @throws SettingsError with all problems at once
 */
export function readProxySettings(environment: Environment = withEnvironmentFile(process.env)): ProxySettings {
  const entries = Object.entries(settingTable).filter(([, definition]) => definition.proxy);
  const values = read(environment, entries) as ProxySettings;
  return { ...values, sqliteFolder: values.sqliteFolder.replace("<data>", () => values.dataFolder) };
}

function read(environment: Environment, entries: [string, SettingDefinition][]): object {
  const problems = Object.entries(retired)
    .filter(([name]) => environment[name] !== undefined)
    .map(([name, wayOut]) => `${name} is not a setting: ${wayOut}.`);
  const values: Record<string, unknown> = {};
  for (const [key, definition] of entries) {
    const given = environment[definition.name]?.trim();
    const result = definition.schema.safeParse(given === undefined || given === "" ? definition.default : given);
    if (result.success) values[key] = result.data;
    else problems.push(`${definition.name} ${result.error.issues.map((issue) => issue.message).join(" and ")}.`);
  }
  problems.push(...togetherOrNotAtAll(values), ...clearTextProblems(values));
  if (problems.length > 0) throw new SettingsError(problems);
  return { ...values, dataFolder: resolve(String(values.dataFolder)) };
}

function togetherOrNotAtAll(values: Record<string, unknown>): string[] {
  const certificate = values.temporalTlsCertFile ?? null;
  const key = values.temporalTlsKeyFile ?? null;
  if ((certificate === null) === (key === null)) return [];
  return ["TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE must be given together."];
}

/** The settings as they are in force, as lines of text: each value with where it comes from, secrets hidden. */
export function describeSettings(
  variables: Environment = process.env,
  merged: Environment = withEnvironmentFile(variables),
): string {
  const rows: SettingDefinition[] = Object.values(settingTable);
  const width = Math.max(...rows.map((row) => row.name.length));
  return rows
    .map(({ name, description, type, default: preset }) => {
      const value = textOf(merged[name]);
      const origin = textOf(variables[name]) === undefined ? environmentFileName : "environment";
      const shown = value === undefined ? `${preset ?? "none"} (default)` : `${withoutPassword(value)} (${origin})`;
      return `  ${name.padEnd(width)}  ${shown}\n  ${"".padEnd(width)}  ${description} (${type}; default: ${preset ?? "none"})`;
    })
    .join("\n");
}

function textOf(given: string | undefined): string | undefined {
  const text = given?.trim();
  return text === "" ? undefined : text;
}

// The password of an address stands between a colon and the last @ of its host part.
function withoutPassword(value: string): string {
  return value.replace(/(:\/\/[^:/@]*):.*@/, "$1:[secret]@");
}
