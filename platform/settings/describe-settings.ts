import type { SettingOrigin, SettingValue } from "#domain/setting-origins.ts";

import { environmentFileName } from "./environment-file.ts";
import { notStorable, type SettingDefinition, takesEffectOf, variableOf } from "./setting-definition.ts";
import { allSettings, shownValue } from "./setting-values.ts";
import type { Settings } from "./settings.ts";

/** A setting with its effective value in a process. */
export interface SettingInForce {
  readonly definition: SettingDefinition;
  readonly value: SettingValue;
  readonly origin: SettingOrigin;
}

/** Amount of detail about each setting. */
export type SettingDetail = "value" | "origin" | "meaning";

/** Returns a setting with its effective value. */
export function settingInForce(settings: Settings, [key, definition]: (typeof allSettings)[number]): SettingInForce {
  return { definition, value: shownValue(settings[key]), origin: settings.origins[key] };
}

/** Describes the settings of a process as lines of text; passwords are hidden. */
export function describeSettings(settings: Settings, detail: SettingDetail = "value"): string {
  const rows = allSettings.map((row) => settingInForce(settings, row));
  const width = Math.max(...rows.map(({ definition }) => definition.name.length));
  return rows.map((row) => describeSetting(row, detail, width)).join(detail === "meaning" ? "\n\n" : "\n");
}

/** Describes one setting as lines of text. */
export function describeSetting(
  row: SettingInForce,
  detail: SettingDetail,
  width = row.definition.name.length,
): string {
  const { definition, value, origin } = row;
  const first = `${definition.name.padEnd(width)}  ${value === null || value === "" ? "none" : value}`;
  if (detail === "value") return first;
  const from = origin === "file" ? environmentFileName : origin;
  const whole = `${first} (${from}; ${whenOf(definition)})`;
  return detail === "origin" ? whole : [whole, ...meaningOf(definition)].join("\n    ");
}

/** Returns in words when a stored value of a setting takes effect. */
function whenOf(definition: SettingDefinition): string {
  if (definition.waitsFor !== undefined) return `waits for ${definition.waitsFor}`;
  const effect = takesEffectOf(definition);
  if (effect === undefined) return "cannot be stored";
  return effect === "atOnce" ? "a stored value acts at once" : "a stored value acts at the next start";
}

function meaningOf(definition: SettingDefinition): string[] {
  const { description, type, default: preset, waitsFor } = definition;
  return [
    description,
    `In the environment: ${variableOf(definition)}; ${type}; default: ${preset || "none"}.`,
    ...(waitsFor === undefined
      ? []
      : ["Until what it waits for is there, nothing reads it, and only the default is taken."]),
    ...[notStorable(definition) ?? []].flat(),
  ];
}
