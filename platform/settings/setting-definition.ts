import type { z } from "zod";

import { takesEffect, type TakesEffect } from "#domain/setting-origins.ts";

/** Reasons why a setting cannot be stored, in words; the way out is the environment. */
export const notStoredReasons = {
  proxy: "a proxy reads it too, and a proxy knows no database",
  database: "a process needs it before it can ask the database",
  feed: "it drives the feed by which processes hear of what is stored",
  machine: "it says how one machine runs the service, and what is stored holds for all of them",
  audit: "whoever is audited must not lead the audit elsewhere",
  fence: "it fences in those who may store settings, too",
} as const;

/** Definition of a setting: its names, its effect, how its text is read, and whether it can be stored. */
export interface SettingDefinition<Schema extends z.ZodType = z.ZodType> {
  /** Name of the setting: that of the interface specification if it has one. */
  readonly name: string;
  /** Variable of the environment, if it is not the name with `_` in the place of blanks. */
  readonly variable?: string;
  /** Effect of the setting, in one sentence, for the commands and the documents. */
  readonly description: string;
  /** Kind of value, in the words of the documents. */
  readonly type: string;
  /** Text of the default value; null = no value. */
  readonly default: string | null;
  /** Schema that reads the text. */
  readonly schema: Schema;
  /**
   * Time when a stored value takes effect, or the reason why none can be stored. A proxy reads those of the reason `proxy` and no others,
   * so it cannot be given a database.
   */
  readonly stored: TakesEffect | keyof typeof notStoredReasons;
  /** Missing feature without which the setting has no effect, in words that follow "waits for"; until then only the default is accepted. */
  readonly waitsFor?: string;
}

/** Returns the environment variable of a setting. */
export function variableOf({ name, variable = name.replaceAll(" ", "_") }: SettingDefinition): string {
  return variable;
}

/** Returns true if a setting is a secret, which is sealed when it is stored and never shown. */
export function isSecretSetting({ type }: SettingDefinition): boolean {
  return type === "secret";
}

/** Returns when a stored value of a setting takes effect; undefined if none can be stored. */
export function takesEffectOf({ stored }: SettingDefinition): TakesEffect | undefined {
  return takesEffect.find((one) => one === stored);
}

/** Returns why a setting cannot be stored and what to do instead, as a sentence; undefined if it can. */
export function notStorable(definition: SettingDefinition): string | undefined {
  const { name, stored } = definition;
  if (stored === "atOnce" || stored === "nextStart") return undefined;
  return `${name} cannot be stored: ${notStoredReasons[stored]}. Set ${variableOf(definition)} in the environment, in gatehouse.env, or by --setting.`;
}
