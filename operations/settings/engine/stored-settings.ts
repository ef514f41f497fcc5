import type { StoredSettings } from "#platform/settings/live-settings.ts";
import type { Store } from "#store/store.ts";

/** What is stored of settings. */
export async function storedSettings(store: Pick<Store, "select">): Promise<StoredSettings> {
  const rows = await store.select("settings");
  return new Map(rows.map(({ name, storedValue }) => [name, storedValue]));
}
