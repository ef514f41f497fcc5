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

/** What keeps the members of user classes up to their conditions. */
export interface ClassKeeper {
  /** Brings every class up to its condition; it never fails, and what could not be done is tried again. */
  keep(): Promise<void>;
  /** Ends it and waits for what is under way. */
  stop(): Promise<void>;
}

/**
 * Makes the keeper of a hub: it begins with all classes, follows the change log from then on, and looks at the classes that a change
 * may concern, once for all changes that come together. Several hubs may keep the same classes.
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
    // At once, so that what comes from now on begins a run of its own.
    keeping = undefined;
  }

  async function begin(): Promise<void> {
    // A run without work would end before it is noted, and would be taken for one that goes on for ever.
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
  /** Brings what is due up to its condition; false where something could not be done, which stays due. */
  bringUp(): Promise<boolean>;
  /** Makes all of them due. */
  forget(): void;
  stop(): void;
}

/** Follows what user classes depend on: `onChange` is called when one of them may be due. */
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
    // Before the look, so that a class which is changed meanwhile is looked at again.
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
      // What comes to be due meanwhile is brought up by the next look.
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
