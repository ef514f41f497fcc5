import type { Secret } from "#connectors/contract/index.ts";
import type { SettingOrigin, SettingValue } from "#domain/setting-origins.ts";

import { takesEffectOf } from "./setting-definition.ts";
import { allSettings, readValue, type SettingKey, shownValue } from "./setting-values.ts";
import type { Settings } from "./settings.ts";

/** Stored values by the names of settings. */
export type StoredSettings = ReadonlyMap<string, SettingValue | Secret>;

/** Result of taking stored values. */
export interface TakenSettings {
  /** Changed values by the names of the settings. */
  readonly changed: Readonly<Record<string, SettingValue>>;
  /** A sentence for each stored value that cannot be used; the value from the start of the process applies instead. */
  readonly problems: readonly string[];
}

/** Settings of a process, kept in step with the stored values. */
export interface LiveSettings {
  /** Settings object, always the same; values that act at once change in it. A caller that copies a value out of it keeps the old value. */
  readonly settings: Settings;
  /** Takes stored values: all of them at the start of the process, afterwards those that act at once. */
  take(stored: StoredSettings, when: "start" | "later"): TakenSettings;
}

type Values = Record<SettingKey, unknown> & { origins: Record<SettingKey, SettingOrigin> };

/** Makes the settings of a process from those of its start: flag, environment, stored, default, in this order. */
export function createLiveSettings(start: Settings): LiveSettings {
  const live = { ...start, origins: { ...start.origins } } as Values;
  const open = allSettings.filter(([key, definition]) => {
    return takesEffectOf(definition) !== undefined && start.origins[key] === "default";
  });
  return {
    settings: live as unknown as Settings,
    take(stored, when) {
      const changed: Record<string, SettingValue> = {};
      const problems: string[] = [];
      for (const [key, definition] of open) {
        if (when === "later" && takesEffectOf(definition) !== "atOnce") continue;
        const before = shownValue(live[key]);
        const kept = stored.get(definition.name) ?? null;
        const found = kept === null ? undefined : readValue(definition, kept);
        const usable = found !== undefined && "value" in found;
        if (found !== undefined && !usable) problems.push(`${definition.name}: the stored value ${found.problem}.`);
        live[key] = usable ? found.value : start[key];
        live.origins[key] = usable ? "stored" : "default";
        if (shownValue(live[key]) !== before) changed[definition.name] = shownValue(live[key]);
      }
      return { changed, problems };
    },
  };
}
