import type { z } from "zod";

import { takesEffect, type TakesEffect } from "#domain/setting-origins.ts";

/** Why a setting cannot be stored, in words; the way out is the environment. */
export const notStoredReasons = {
  proxy: "a proxy reads it too, and a proxy knows no database",
  database: "a process needs it before it can ask the database",
  feed: "it drives the feed by which processes hear of what is stored",
  machine: "it says how one machine runs the service, and what is stored holds for all of them",
  audit: "whoever is audited must not lead the audit elsewhere",
  fence: "it fences in those who may store settings, too",
} as const;

/** One setting: its names, what it does, how its text is read, and whether it can be stored. */
export interface SettingDefinition<Schema extends z.ZodType = z.ZodType> {
  /** Its name: that of the interface specification where it has one. */
  readonly name: string;
  /** The variable of the environment, where it is not the name with `_` in the place of blanks. */
  readonly variable?: string;
  /** What the setting does, in one sentence, for the commands and the documents. */
  readonly description: string;
  /** The kind of value, in the words of the documents. */
  readonly type: string;
  /** The text used where nobody gives one; null = no value. */
  readonly default: string | null;
  /** Reads the text. */
  readonly schema: Schema;
  /**
   * When a stored value comes into force, or why none can be stored. A proxy reads those of the reason `proxy` and no others, so
   * it cannot be given a database.
   */
  readonly stored: TakesEffect | keyof typeof notStoredReasons;
  /** What is missing before it does anything, in words that follow "waits for"; until then only the default is taken. */
  readonly waitsFor?: string;
}

/** The variable of the environment that gives a setting. */
export function variableOf({ name, variable = name.replaceAll(" ", "_") }: SettingDefinition): string {
  return variable;
}

/** Whether a setting is a secret, which is sealed where it is stored and never shown. */
export function isSecretSetting({ type }: SettingDefinition): boolean {
  return type === "secret";
}

/** When a stored value of a setting comes into force; undefined where none can be stored. */
export function takesEffectOf({ stored }: SettingDefinition): TakesEffect | undefined {
  return takesEffect.find((one) => one === stored);
}

/** Why a setting cannot be stored and what to do instead, as a sentence; undefined where it can. */
export function notStorable(definition: SettingDefinition): string | undefined {
  const { name, stored } = definition;
  if (stored === "atOnce" || stored === "nextStart") return undefined;
  return `${name} cannot be stored: ${notStoredReasons[stored]}. Set ${variableOf(definition)} in the environment, in gatehouse.env, or by --setting.`;
}
