import type { ServiceContext } from "../../kernel/context.ts";

const lookMs = 100;

/**
 * Waits until the change log has something behind a position, or the time is over. It holds no connection of the database meanwhile: commits
 * of this process ring, and those of others are noticed where the feed of changes follows them.
 */
export async function changesAfter(
  { store, changes }: Pick<ServiceContext, "store" | "changes">,
  position: number,
  waitMs: number,
): Promise<void> {
  if (waitMs <= 0) return;
  let hasRung = false;
  let ring = (): void => {
    hasRung = true;
  };
  // Before the log is read, so that a commit in between rings.
  const unfollow = store.changeLog.onCommit(() => ring());
  try {
    if ((await store.changeLog.position()) > position || hasRung) return;
    await new Promise<void>((resolve) => {
      const end = setTimeout(() => ring(), waitMs);
      const look = setInterval(() => changes.position() > position && ring(), lookMs);
      ring = () => {
        clearTimeout(end);
        clearInterval(look);
        resolve();
      };
    });
  } finally {
    unfollow();
  }
}
