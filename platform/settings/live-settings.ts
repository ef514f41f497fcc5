import type { Secret } from "#connectors/contract/index.ts";
import type { SettingOrigin, SettingValue } from "#domain/setting-origins.ts";

import { takesEffectOf } from "./setting-definition.ts";
import { allSettings, readValue, type SettingKey, shownValue } from "./setting-values.ts";
import type { Settings } from "./settings.ts";

/** What is stored, by the names of settings. */
export type StoredSettings = ReadonlyMap<string, SettingValue | Secret>;

/** What came of stored values. */
export interface TakenSettings {
  /** What has changed, by the names of the settings. */
  readonly changed: Readonly<Record<string, SettingValue>>;
  /** A sentence for each stored value that cannot be used; what the process was started with holds instead. */
  readonly problems: readonly string[];
}

/** The settings of a process, kept as they are stored. */
export interface LiveSettings {
  /** Always the same object; what acts at once changes in it. Who takes a value out of it keeps that value. */
  readonly settings: Settings;
  /** Takes what is stored: at the start of the process all of it, afterwards what acts at once. */
  take(stored: StoredSettings, when: "start" | "later"): TakenSettings;
}

type Values = Record<SettingKey, unknown> & { origins: Record<SettingKey, SettingOrigin> };

/** Makes the settings of a process from those it was started with: flag, environment, stored, default, in this order. */
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
