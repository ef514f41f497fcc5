import { setTimeout as sleep } from "node:timers/promises";

import { ModuleName } from "#domain/module-name.ts";
import {
  userClassGatherMs,
  userClassRestFactor,
  userClassRestMaxMs,
  userClassRetryMs,
} from "#domain/user-class-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { type KeptClass, keepMembers, listKeptClasses } from "#operations/user-classes/keep-members.ts";

/** Keeper of the members of user classes. */
export interface ClassKeeper {
  /** Updates the members of every class by its condition. It never fails; a class that could not be updated is retried. */
  keep(): Promise<void>;
  /** Stops the keeper and waits for the work in progress. */
  stop(): Promise<void>;
}

/**
 * Makes the keeper of a hub. It begins with all classes, then follows the change log, and updates the classes that a change may concern,
 * once for all changes that come together. Several hubs may keep the same classes.
 */
export function createClassKeeper(context: ServiceContext): ClassKeeper {
  const ending = new AbortController();
  const { signal } = ending;
  const classes = followClasses(context, { signal, onChange: gather });
  let keeping: Promise<void> | undefined;
  let gathering: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    while (!signal.aborted && classes.isAnyDue()) {
      const begunMs = context.clock.now();
      const isDone = await classes.bringUp();
      const usualMs = Math.min(userClassRestFactor * (context.clock.now() - begunMs), userClassRestMaxMs);
      const restMs = isDone ? usualMs : userClassRetryMs;
      if (restMs > 0) await sleep(restMs, undefined, { signal }).catch(() => undefined);
    }
    // Immediately, so that later changes begin a run of their own.
    keeping = undefined;
  }

  async function begin(): Promise<void> {
    // A run without work would end before it is noted, and would be mistaken for one that never ends.
    if (keeping === undefined && !classes.isAnyDue()) return;
    keeping ??= run();
    await keeping;
  }

  function gather(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      void begin();
    }, userClassGatherMs);
  }

  void begin();
  return {
    keep() {
      classes.forget();
      return begin();
    },
    async stop() {
      classes.stop();
      ending.abort();
      clearTimeout(gathering);
      await keeping;
    },
  };
}

interface FollowedClasses {
  isAnyDue(): boolean;
  /** Updates the classes that are due. Returns false if one could not be updated; it stays due. */
  bringUp(): Promise<boolean>;
  /** Makes all classes due. */
  forget(): void;
  stop(): void;
}

/** Follows the tables that user classes depend on: `onChange` is called when a class may be due. */
function followClasses(
  context: ServiceContext,
  { signal, onChange }: { readonly signal: AbortSignal; readonly onChange: () => void },
): FollowedClasses {
  const { changes, ids, log } = context;
  const caller = () => engineCaller(ModuleName.Maintenance, ids.guid());
  let kept: readonly KeptClass[] = [];
  let isKnown = false;
  let due = new Set<string>();
  let unfollow: (() => void) | undefined;

  const forget = () => {
    isKnown = false;
    onChange();
  };
  const unfollowClasses = changes.subscribe({ tables: ["userClasses"], mayWait: true, onChange: forget });

  // Only the tables that conditions ask for: a discovery makes very many changes.
  async function learn(): Promise<void> {
    if (isKnown) return;
    // Before the read, so that a class which changes meanwhile is read again.
    isKnown = true;
    kept = await invoke(listKeptClasses, context, caller(), {});
    unfollow?.();
    const tables = [...new Set(kept.flatMap((one) => one.tables))];
    unfollow = changes.subscribe({ tables, mayWait: true, onChange: ({ table }) => concern(table) });
    due = new Set(kept.map(({ id }) => id));
  }

  function concern(changed: string): void {
    for (const { id, tables } of kept) if (tables.some((table) => table === changed)) due.add(id);
    onChange();
  }

  async function bringUp(id: string): Promise<boolean> {
    due.delete(id);
    try {
      while (!signal.aborted && (await invoke(keepMembers, context, caller(), { id })).more);
      return true;
    } catch (error) {
      log.warn({ err: error, userClass: id }, "A user class is not up to its condition yet; it is tried again.");
      due.add(id);
      return false;
    }
  }

  return {
    isAnyDue: () => !isKnown || due.size > 0,
    forget,
    async bringUp() {
      try {
        await learn();
      } catch (error) {
        isKnown = false;
        log.warn({ err: error }, "The user classes could not be looked at; it is tried again.");
        return false;
      }
      let isDone = true;
      // Classes that become due meanwhile are updated by the next round.
      const waiting = [...due];
      for (const id of waiting) if (!(await bringUp(id))) isDone = false;
      return isDone;
    },
    stop() {
      unfollowClasses();
      unfollow?.();
    },
  };
}
