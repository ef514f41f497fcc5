import { resolve } from "node:path";

import type { z } from "zod";

import type { SettingOrigin } from "#domain/setting-origins.ts";

import { clearTextProblems } from "../clear-text.ts";
import { withEnvironmentFile } from "./environment-file.ts";
import { mailProblems } from "./mail-problems.ts";
import { type SettingDefinition, variableOf } from "./setting-definition.ts";
import { flaggedVariables } from "./setting-flags.ts";
import { settingTable } from "./setting-table.ts";
import { allSettings, proxySettings, readValue, type SettingKey, waitingProblem } from "./setting-values.ts";

type Table = typeof settingTable;

/** All settings, read and checked, each with its origin. */
export type Settings = { readonly [Name in keyof Table]: z.output<Table[Name]["schema"]> } & {
  readonly origins: Readonly<Record<SettingKey, SettingOrigin>>;
};

type ProxySettingName = { [Name in keyof Table]: Table[Name]["stored"] extends "proxy" ? Name : never }[keyof Table];

/** Settings that a proxy may know: no database, no address to listen on. */
export type ProxySettings = Pick<Settings, ProxySettingName>;

/** The environment of a process: names and texts. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Error for an environment that cannot be used; carries every problem, not only the first. */
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
 * Reads every setting from the environment, which also holds flags, and the file `gatehouse.env` of the data folder. Stored values come
 * later, when the database is open (`live-settings.ts`).
 * @throws SettingsError with all problems at once
 */
export function readSettings(merged?: Environment, variables: Environment = merged ?? process.env): Settings {
  const environment = merged ?? withEnvironmentFile(variables);
  const values = read(environment, allSettings) as Omit<Settings, "origins">;
  const { databaseUrl, pluginFolder, sqliteFolder, breachedPasswordsFile } = values;
  const within = (text: string) => text.replace("<data>", () => values.dataFolder);
  return {
    ...values,
    databaseUrl: within(databaseUrl),
    pluginFolder: within(pluginFolder),
    sqliteFolder: within(sqliteFolder),
    breachedPasswordsFile: within(breachedPasswordsFile),
    origins: originsIn(environment, variables),
  };
}

/**
 * Reads only the settings that a proxy may know.
 * @throws SettingsError with all problems at once
 */
export function readProxySettings(environment: Environment = withEnvironmentFile(process.env)): ProxySettings {
  const values = read(environment, proxySettings) as ProxySettings;
  return { ...values, sqliteFolder: values.sqliteFolder.replace("<data>", () => values.dataFolder) };
}

function read(environment: Environment, wanted: typeof allSettings): object {
  const problems = Object.entries(retired)
    .filter(([name]) => environment[name] !== undefined)
    .map(([name, wayOut]) => `${name} is not a setting: ${wayOut}.`);
  const values: Record<string, unknown> = {};
  for (const [key, definition] of wanted) {
    const text = given(environment, definition) ?? definition.default;
    const found = readValue(definition, text);
    const problem = "problem" in found ? found.problem : waitingProblem(definition, text);
    if (problem !== undefined) problems.push(`${variableOf(definition)} ${problem}.`);
    else if ("value" in found) values[key] = found.value;
  }
  problems.push(
    ...togetherOrNotAtAll(values),
    ...notBoth(values),
    ...clearTextProblems(values),
    ...mailProblems(values),
  );
  if (problems.length > 0) throw new SettingsError(problems);
  return { ...values, dataFolder: resolve(String(values.dataFolder)) };
}

function given(environment: Environment, definition: SettingDefinition): string | undefined {
  const text = environment[variableOf(definition)]?.trim();
  return text === "" ? undefined : text;
}

function originsIn(environment: Environment, variables: Environment): Settings["origins"] {
  const flagged = flaggedVariables(variables);
  const originOf = (definition: SettingDefinition): SettingOrigin => {
    if (given(environment, definition) === undefined) return "default";
    if (flagged.has(variableOf(definition))) return "flag";
    return given(variables, definition) === undefined ? "file" : "environment";
  };
  return Object.fromEntries(allSettings.map(([key, definition]) => [key, originOf(definition)])) as Settings["origins"];
}

const pairs = [
  ["temporalTlsCertFile", "temporalTlsKeyFile"],
  ["smtpUser", "smtpPassword"],
] as const satisfies readonly (readonly [SettingKey, SettingKey])[];

function togetherOrNotAtAll(values: Record<string, unknown>): string[] {
  return pairs
    .filter(([one, other]) => ((values[one] ?? null) === null) !== ((values[other] ?? null) === null))
    .map((pair) => `${pair.map((key) => variableOf(settingTable[key])).join(" and ")} must be given together.`);
}

const alternatives = [["keyRingPassphraseFile", "keyRingPassphraseCommand"]] as const satisfies readonly (readonly [
  SettingKey,
  SettingKey,
])[];

function notBoth(values: Record<string, unknown>): string[] {
  return alternatives
    .filter((pair) => pair.every((key) => (values[key] ?? null) !== null))
    .map((pair) => `${pair.map((key) => variableOf(settingTable[key])).join(" and ")} exclude each other: give one.`);
}
