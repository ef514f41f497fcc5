import { allSettings } from "#platform/settings/setting-values.ts";

import type { CallContext } from "../../context.ts";

/** Gives each setting that has none a row in which nothing is stored. */
export async function saveInitialSettings({ store }: Pick<CallContext, "store">): Promise<void> {
  const known = new Set((await store.select("settings")).map(({ name }) => name));
  for (const [, { name }] of allSettings) if (!known.has(name)) await store.save("settings", { name });
}
