import type { StoredSettings } from "#platform/settings/live-settings.ts";
import { allSettings } from "#platform/settings/setting-values.ts";
import type { SealedAt, Store } from "#store/store.ts";

/** Returns the stored values of settings, with secrets unsealed. */
export async function storedSettings(store: Pick<Store, "select" | "unseal">): Promise<StoredSettings> {
  const rows = await store.select("settings");
  return new Map(
    rows.map(({ name, storedValue, secretValue }) => [
      name,
      secretValue === null ? storedValue : store.unseal(secretValue, sealedAt(name)),
    ]),
  );
}

/** Returns the place to which the secret of a setting is sealed. */
export function sealedAt(name: string): SealedAt {
  return { table: "settings", key: name, column: "secretValue" };
}

/** Adds an empty row for each setting that has none. */
export async function saveInitialSettings(store: Pick<Store, "select" | "save">): Promise<void> {
  const known = new Set((await store.select("settings")).map(({ name }) => name));
  for (const [, { name }] of allSettings) if (!known.has(name)) await store.save("settings", { name });
}
