import type { StoredSettings } from "#platform/settings/live-settings.ts";
import { allSettings } from "#platform/settings/setting-values.ts";
import type { Store } from "#store/store.ts";

/** What is stored of settings. */
export async function storedSettings(store: Pick<Store, "select">): Promise<StoredSettings> {
  const rows = await store.select("settings");
  return new Map(rows.map(({ name, storedValue }) => [name, storedValue]));
}

/** Gives each setting that has none a row in which nothing is stored. */
export async function saveInitialSettings(store: Pick<Store, "select" | "save">): Promise<void> {
  const known = await storedSettings(store);
  for (const [, { name }] of allSettings) if (!known.has(name)) await store.save("settings", { name });
}
