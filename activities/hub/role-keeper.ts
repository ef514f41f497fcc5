import { setTimeout as sleep } from "node:timers/promises";

import { enforcementChangedMax, enforcementEndsMs, enforcementGatherMs } from "#domain/enforcement-limits.ts";
import { userClassRestFactor, userClassRestMaxMs, userClassRetryMs } from "#domain/user-class-limits.ts";
import { keepPeople, listFollowed, peopleOfChanges, peopleWithEnds } from "#operations/enforcement/keep-people.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { keepDoing } from "./keep-doing.ts";
import { handleMoments } from "./moments.ts";

/** Keeper of roles and of the access that they give. */
export interface RoleKeeper {
  /** Looks at everybody now, and waits for that. */
  keep(): Promise<void>;
  /** Stops the keeper and waits for the work in progress. */
  stop(): Promise<void>;
}

/** Changes since the last look. */
interface Gathered {
  /** True if everybody is to be looked at. */
  everybody: boolean;
  /** Changed rows, by which the people are found. */
  rows: Map<string, { readonly table: string; readonly key: string; readonly userKey: string | null }>;
  /** People to whom an end has come. */
  people: Set<string>;
}

type CommittedChange = Parameters<Parameters<ServiceContext["changes"]["subscribe"]>[0]["onChange"]>[0];

const nothing = (): Gathered => ({ everybody: false, rows: new Map(), people: new Set() });

/**
 * Makes the keeper of a hub. It begins with everybody, then follows the change log and the ends of assignments, exceptions and people, looks
 * at those whom a change concerns, once for all changes that come together, and begins runs for what it finds. Several hubs may do so.
 */
export function createRoleKeeper(context: ServiceContext): RoleKeeper {
  const { changes, ids, clock, log } = context;
  const ending = new AbortController();
  const { signal } = ending;
  const caller = () => engineCaller("maintenance", ids.guid());
  let gathered: Gathered = { ...nothing(), everybody: true };
  let isKnown = false;
  let unfollow: (() => void) | undefined;
  let working: Promise<void> | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let endsUpToMs = clock.now();

  function note({ table, key, data, operation }: CommittedChange): void {
    if (table === "roles" || table === "targetSystemOptions") isKnown = false;
    const userKey = typeof data["userKey"] === "string" ? data["userKey"] : null;
    // A person who is taken from a row may be the one concerned.
    if (operation === "update" && "userKey" in data) gathered.everybody = true;
    else if (gathered.rows.size >= enforcementChangedMax) gathered.everybody = true;
    else gathered.rows.set(`${table} ${key}`, { table, key, userKey });
    gather();
  }

  function gather(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      void work();
    }, enforcementGatherMs);
  }

  async function learn(): Promise<void> {
    if (isKnown) return;
    isKnown = true;
    const { tables } = await invoke(listFollowed, context, caller(), {});
    unfollow?.();
    unfollow = changes.subscribe({ tables, mayWait: true, onChange: note });
  }

  const isAnyDue = () => gathered.everybody || gathered.rows.size > 0 || gathered.people.size > 0;

  async function look(due: Gathered): Promise<void> {
    await learn();
    const changed = due.everybody
      ? null
      : await invoke(peopleOfChanges, context, caller(), { changes: [...due.rows.values()] });
    const userKeys = changed === null ? null : [...new Set([...changed, ...due.people])];
    if (userKeys?.length === 0) return;
    const begun = await invoke(keepPeople, context, caller(), { userKeys });
    if (begun.length > 0) await handleMoments({ context, signal }, "enforcementRun");
  }

  async function round(): Promise<void> {
    while (!signal.aborted && isAnyDue()) {
      const due = gathered;
      gathered = nothing();
      const begunMs = clock.now();
      let restMs = userClassRetryMs;
      try {
        await look(due);
        // One person takes no rest; everybody must not fill a processor.
        restMs = Math.min(userClassRestFactor * (clock.now() - begunMs), userClassRestMaxMs);
      } catch (error) {
        isKnown = false;
        gathered.everybody = true;
        log.warn({ err: error }, "Roles and access could not be compared; it is tried again.");
      }
      if (restMs > 0 && isAnyDue()) await sleep(restMs, undefined, { signal }).catch(() => undefined);
    }
    working = undefined;
  }

  async function work(): Promise<void> {
    if (working === undefined && !isAnyDue()) return;
    working ??= round();
    await working;
  }

  const failure = "The ends of assignments and exceptions could not be looked for; it is tried again.";
  const watching = keepDoing({ context, everyMs: enforcementEndsMs, failure, signal }, async () => {
    const upToMs = clock.now();
    const people = await invoke(peopleWithEnds, context, caller(), { afterMs: endsUpToMs, upToMs });
    endsUpToMs = upToMs;
    if (people.length > enforcementChangedMax) gathered.everybody = true;
    for (const key of people) gathered.people.add(key);
    if (people.length > 0) gather();
  });

  void work();
  return {
    keep() {
      gathered.everybody = true;
      return work();
    },
    async stop() {
      unfollow?.();
      ending.abort();
      clearTimeout(gathering);
      await watching;
      await working;
    },
  };
}
