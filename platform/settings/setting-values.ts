import { Secret } from "#connectors/contract/index.ts";
import { nearestName } from "#domain/nearest-name.ts";
import type { SettingValue } from "#domain/setting-origins.ts";

import { type SettingDefinition, variableOf } from "./setting-definition.ts";
import { settingTable } from "./setting-table.ts";

/** Name of a setting in the code. */
export type SettingKey = keyof typeof settingTable;

/** Every setting with its name in the code. */
export const allSettings = Object.entries(settingTable) as [SettingKey, SettingDefinition][];

/** Settings that a proxy may know. */
export const proxySettings = allSettings.filter(([, { stored }]) => stored === "proxy");

const plain = (name: string) => name.replaceAll(/[ _]/g, "").toLowerCase();

const byName = new Map(
  allSettings.flatMap(([key, definition]) =>
    [definition.name, variableOf(definition)].map((name) => [plain(name), { key, definition }] as const),
  ),
);

/** Returns the setting of a name, in the spelling of the interface specification or of the environment; undefined if there is none. */
export function settingNamed(
  name: string,
): { readonly key: SettingKey; readonly definition: SettingDefinition } | undefined {
  return byName.get(plain(name));
}

/** Returns the name of the setting that was most likely meant. */
export function nearestSetting(name: string): string | undefined {
  return nearestName(
    name,
    allSettings.map(([, definition]) => definition.name),
  );
}

/** Result of reading a value: the value, or the problem of the text in words that follow the setting's name. */
export type ReadValue = { readonly value: unknown } | { readonly problem: string };

/** Reads a value of a setting from a text of the environment, or from what a caller has sent. */
export function readValue({ schema }: SettingDefinition, given: SettingValue | Secret): ReadValue {
  const result = schema.safeParse(textOf(given));
  return result.success
    ? { value: result.data }
    : { problem: result.error.issues.map(({ message }) => message).join(" and ") };
}

/** Returns why a value that a setting accepts has no effect yet, in words that follow its name; undefined if it has. */
export function waitingProblem(
  { waitsFor, default: preset }: SettingDefinition,
  given: SettingValue,
): string | undefined {
  if (waitsFor === undefined || textOf(given) === preset) return undefined;
  return `waits for ${waitsFor}, and until then only ${preset} is taken`;
}

function textOf(given: SettingValue | Secret): string | null {
  if (given instanceof Secret) return given.use((plaintext) => plaintext);
  return given === null ? null : String(given).trim();
}

/** Returns a value that was read in the form that callers see. */
export function shownValue(value: unknown): SettingValue {
  if (value instanceof Secret) return String(value);
  if (Array.isArray(value)) return value.join(",");
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return typeof value === "string" ? withoutPassword(value) : (value as SettingValue);
}

// The password of an address lies between a colon and the last @ of its host part.
function withoutPassword(value: string): string {
  return value.replace(/(:\/\/[^:/@]*):.*@/, "$1:[secret]@");
}
