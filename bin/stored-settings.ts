import { storedSettings } from "#operations/settings/engine/stored-settings.ts";
import { createLiveSettings } from "#platform/settings/live-settings.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Store } from "#store/store.ts";

import { followTable, type FollowedTable } from "./follow-table.ts";
import type { FollowOptions } from "./stored-policies.ts";

/** Settings of one process. */
export interface ProcessSettings extends FollowedTable {
  readonly settings: Settings;
}

/**
 * Loads the stored settings as defaults below those with which a process was started, and follows later changes that take effect
 * immediately.
 * @throws DATABASE_UNAVAILABLE
 */
export async function openSettings(
  start: Settings,
  store: Store,
  { log, changes, isService = false }: FollowOptions & { readonly isService?: boolean },
): Promise<ProcessSettings> {
  const live = createLiveSettings(start);
  let when: "start" | "later" = "start";
  const followed = followTable({
    log,
    changes,
    table: "settings",
    failure: "Changed settings could not be loaded yet; those from before stay, and it is tried again.",
    async load() {
      const { changed, problems } = live.take(await storedSettings(store), when);
      for (const problem of problems) log.error(`${problem} What this process was started with holds instead.`);
      // A command reports its own change.
      if (isService && when === "later" && Object.keys(changed).length > 0)
        log.info({ settings: changed }, "Settings have changed.");
      when = "later";
    },
  });
  await followed.reload();
  return { ...followed, settings: live.settings };
}
