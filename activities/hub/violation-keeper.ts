import { setTimeout as sleep } from "node:timers/promises";

import { ModuleName } from "#domain/module-name.ts";
import {
  sodChangesFollowedMax,
  sodGatherMs,
  sodLookAgainMs,
  sodPeopleOfRound,
  sodRestFactor,
  sodRestMaxMs,
  sodRetryMs,
} from "#domain/sod-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { keepViolations } from "#operations/sod/keep-violations.ts";

/** Keeper of the violations of separation of duties. */
export interface ViolationKeeper {
  /** Looks for all violations now. It never fails; what could not be looked at is tried again. */
  keep(): Promise<void>;
  /** Stops the keeper and waits for the work in progress. */
  stop(): Promise<void>;
}

/** Tables whose rows each concern one person. */
const ofPerson = ["grants", "roleMembers", "accessExceptions"] as const;
/** Tables whose rows may concern anybody, or say which node looks for violations. */
const ofAnybody = ["nodeExpulsions", "nodes", "roleEntitlements", "sodRules", "sodRuleItems"] as const;

type OfPerson = (typeof ofPerson)[number];

/**
 * Makes the keeper of a hub. It begins with all rules, then follows the change log: it looks at the people whose access changes, and at all
 * rules where one of them or a role changes. Several hubs may keep the same violations.
 */
export function createViolationKeeper(context: ServiceContext): ViolationKeeper {
  const ending = new AbortController();
  const { signal } = ending;
  const due = followAccess(context, gather);
  let keeping: Promise<void> | undefined;
  let gathering: NodeJS.Timeout | undefined;
  const again = setInterval(() => {
    due.lookAtAll();
    gather();
  }, sodLookAgainMs);
  again.unref();

  async function run(): Promise<void> {
    while (!signal.aborted && due.isAny()) {
      const begunMs = context.clock.now();
      const isDone = await look(context, due, signal);
      const usualMs = Math.min(sodRestFactor * (context.clock.now() - begunMs), sodRestMaxMs);
      const restMs = isDone ? usualMs : sodRetryMs;
      if (restMs > 0) await sleep(restMs, undefined, { signal }).catch(() => undefined);
    }
    // Immediately, so that later changes begin a run of their own.
    keeping = undefined;
  }

  async function begin(): Promise<void> {
    if (keeping === undefined && !due.isAny()) return;
    keeping ??= run();
    await keeping;
  }

  function gather(): void {
    if (signal.aborted) return;
    gathering ??= setTimeout(() => {
      gathering = undefined;
      void begin();
    }, sodGatherMs);
  }

  void begin();
  return {
    keep() {
      due.lookAtAll();
      return begin();
    },
    async stop() {
      due.stop();
      ending.abort();
      clearInterval(again);
      clearTimeout(gathering);
      await keeping;
    },
  };
}

/** Change of a row, as far as it says whom it concerns. */
interface ChangedRow {
  readonly key: string;
  readonly operation: string;
}

/** Rows whose changes may have made or ended violations. */
interface Due {
  isAny(): boolean;
  /** Returns what is due, which is then no longer due. */
  take(): { readonly all: boolean; readonly keys: ReadonlyMap<OfPerson, ReadonlySet<string>> };
  lookAtAll(): void;
  stop(): void;
}

function followAccess({ changes }: ServiceContext, onChange: () => void): Due {
  let all = true;
  let keys = new Map<OfPerson, Set<string>>();
  const lookAtAll = () => {
    all = true;
    keys = new Map();
  };
  const concern = (table: OfPerson, { key, operation }: ChangedRow) => {
    // Whose membership was removed is no longer known.
    const isUnknown =
      operation === "remove" || [...keys.values()].reduce((sum, { size }) => sum + size, 0) >= sodChangesFollowedMax;
    if (isUnknown) lookAtAll();
    else if (!all) keys.set(table, (keys.get(table) ?? new Set()).add(key));
    onChange();
  };
  const stops = [
    ...ofPerson.map((table) =>
      changes.subscribe({ tables: [table], mayWait: true, onChange: (change) => concern(table, change) }),
    ),
    changes.subscribe({
      tables: [...ofAnybody],
      mayWait: true,
      onChange() {
        lookAtAll();
        onChange();
      },
    }),
  ];
  return {
    isAny: () => all || keys.size > 0,
    take() {
      const taken = { all, keys };
      all = false;
      keys = new Map();
      return taken;
    },
    lookAtAll,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** Looks at what is due. Returns false if it failed; then all is due. */
async function look(context: ServiceContext, due: Due, signal: AbortSignal): Promise<boolean> {
  const { all, keys } = due.take();
  try {
    if (all) await lookAtRules(context, signal);
    else for (const [table, some] of keys) await lookAtPeople(context, { table, keys: [...some], signal });
    return true;
  } catch (error) {
    context.log.warn({ err: error }, "Violations of separation of duties could not be looked for; it is tried again.");
    due.lookAtAll();
    return false;
  }
}

const caller = ({ ids }: ServiceContext) => engineCaller(ModuleName.Maintenance, ids.guid());

async function lookAtRules(context: ServiceContext, signal: AbortSignal): Promise<void> {
  let after: string | undefined = "";
  while (after !== undefined && !signal.aborted) {
    const { after: last, more }: { after: string | null; more: boolean } = await invoke(
      keepViolations,
      context,
      caller(context),
      { after },
    );
    if (!more) after = last ?? undefined;
  }
}

interface ChangedRows {
  readonly table: OfPerson;
  readonly keys: readonly string[];
  readonly signal: AbortSignal;
}

async function lookAtPeople(context: ServiceContext, { table, keys, signal }: ChangedRows): Promise<void> {
  for (let from = 0; from < keys.length; from += sodPeopleOfRound) {
    const some = keys.slice(from, from + sodPeopleOfRound);
    while (
      !signal.aborted &&
      (await invoke(keepViolations, context, caller(context), { changed: { table, keys: some } })).more
    );
  }
}
