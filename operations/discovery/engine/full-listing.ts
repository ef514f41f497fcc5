import type { CallContext } from "../../kernel/context.ts";

/**
 * Deletes the position of a target system's change feed, so that the discovery lists everything. It does so for systems in mode pull, if
 * the setting LWS SAVE QUEUE SPACE wants it (specification section 8): the earlier behavior.
 */
export async function forgetFeedOfPullMode(
  { store, settings }: Pick<CallContext, "store" | "settings">,
  targetSystemKey: string,
): Promise<void> {
  if (!settings.lwsSaveQueueSpace) return;
  if ((await store.count("managedSystems", { targetSystemKey, mode: "pull", enabled: true })) === 0) return;
  await store.changeTokens.forget(targetSystemKey);
}
