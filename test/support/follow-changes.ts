import type { ServiceContext } from "#operations/kernel/context.ts";
import { type ChangeFollower, createChangeFeed } from "#store/changes/change-feed.ts";
import type { Store } from "#store/store.ts";

const pollMs = 100;

/** Follows the change log of a store as a separate process does; `stop` ends it. */
export async function followChanges(
  { changeLog }: Store,
  { clock, log }: Pick<ServiceContext, "clock" | "log">,
): Promise<ChangeFollower> {
  const changes = createChangeFeed({ changeLog, clock, log, pollMs });
  await changes.start();
  return changes;
}
