import { z } from "zod";

import { auditRefusalMaxCharacters } from "#domain/audit-limits.ts";
import { enforcementChunkPeople, enforcementPagePeople, enforcementRetryMs } from "#domain/enforcement-limits.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { differenceName, type PersonDifferences } from "#domain/roles/differences.ts";
import { openEnforcementStates } from "#domain/roles/enforcement-run.ts";
import { removes } from "#domain/roles/removals.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { stopItems } from "./engine/begin-run.ts";
import { findDifferences } from "./engine/find-differences.ts";
import { removalsToConfirm } from "./engine/removal-counts.ts";
import { submitRequests } from "./engine/submit-requests.ts";
import { toBeResolved } from "./engine/to-be-resolved.ts";

const input = z.strictObject({ key: z.string() });
const audit = { operation: "ENST", when: "never" } as const;

/** Run with the people whose turn it is. */
export interface RunTurn {
  readonly state: Row<"enforcementRuns">["state"];
  readonly kind: Row<"enforcementRuns">["kind"];
  readonly threads: number;
  readonly items: readonly string[];
}

/** Returns a run with the people whose requests are submitted next, for a hub that has leased its moment. */
export const turnOfRun = defineOperation({
  name: "enforcementRuns.turn",
  kind: "read",
  input,
  callers: ["engine"],
  audit: { operation: "ENST", when: "refusalOnly" },
  async run({ store }, { key }): Promise<RunTurn | null> {
    const run = await store.get("enforcementRuns", key);
    if (run === undefined) return null;
    const { state, kind, threads } = run;
    const items =
      state === "running"
        ? await store.select("enforcementItems", {
            where: { runKey: key, state: "waiting" },
            orderBy: [["key", "asc"]],
            limit: threads * enforcementChunkPeople,
          })
        : [];
    return { state, kind, threads, items: items.map((item) => item.key) };
  },
});

/**
 * Finds the differences of a queued run, and returns those people who are in no other open run.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const searchForRun = defineOperation({
  name: "enforcementRuns.search",
  kind: "read",
  input,
  callers: ["engine"],
  audit: { operation: "ENST", when: "refusalOnly" },
  async run(context, { key }): Promise<readonly PersonDifferences[]> {
    const run = await context.store.get("enforcementRuns", key);
    if (run?.state !== "queued") return [];
    const found = await findDifferences(context, run.kind, { userKeys: run.userKeys, roleKeys: null });
    return withoutWaiting(context, run.kind, await toBeResolved(context, found));
  },
});

/** Returns the people who do not wait in an open run of the same utility already. */
export async function withoutWaiting(
  { store }: Pick<CallContext, "store">,
  kind: Row<"enforcementRuns">["kind"],
  found: readonly PersonDifferences[],
): Promise<readonly PersonDifferences[]> {
  const runs = await store.select("enforcementRuns", {
    where: allOf(eq("kind", kind), oneOf("state", openEnforcementStates)),
  });
  if (runs.length === 0) return found;
  const keys = runs.map(({ key }) => key);
  const waiting = await store.select("enforcementItems", {
    where: allOf(oneOf("runKey", keys), eq("state", "waiting")),
  });
  const known = new Set(waiting.map(({ userKey }) => userKey));
  return found.filter(({ userKey }) => !known.has(userKey));
}

const difference = z.custom<PersonDifferences["differences"]>((value) => Array.isArray(value));
const people = z.array(z.strictObject({ userKey: z.string(), differences: difference })).max(enforcementPagePeople);

/** Writes a page of the people of a queued run; who is written already stays as they are. */
export const writeItems = defineOperation({
  name: "enforcementRuns.writeItems",
  input: z.strictObject({ key: z.string(), people }),
  callers: ["engine"],
  audit,
  async run({ store, ids }, { key: runKey, people: page }): Promise<void> {
    const run = await store.lock("enforcementRuns", runKey);
    if (run?.state !== "queued") return;
    const userKeys = page.map(({ userKey }) => userKey);
    const written = await store.select("enforcementItems", {
      where: allOf(eq("runKey", runKey), oneOf("userKey", userKeys)),
    });
    const known = new Set(written.map(({ userKey }) => userKey));
    const rows = page
      .filter(({ userKey }) => !known.has(userKey))
      .map(({ userKey, differences }) => ({
        key: ids.guid(),
        runKey,
        userKey,
        differences: [...differences],
        state: "waiting" as const,
        requestKeys: [],
      }));
    await store.addAll("enforcementItems", rows);
  },
});

/** Lets a run whose people are all written go on, or wait for a confirmation of what it removes. */
export const endSearch = defineOperation({
  name: "enforcementRuns.endSearch",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit,
  async prepare(context, { key }) {
    const items = await context.store.select("enforcementItems", { where: { runKey: key } });
    const largeRemovals = await removalsToConfirm(context, items);
    const all = items.flatMap(({ differences }) => differences);
    return {
      largeRemovals: largeRemovals.length === 0 ? null : largeRemovals,
      people: items.length,
      waiting: items.length,
      differences: all.length,
      removals: all.filter(removes).length,
    };
  },
  async run({ store, clock, log }, { key }, counted): Promise<void> {
    const run = await store.lock("enforcementRuns", key);
    if (run?.state !== "queued") return;
    const state = counted.largeRemovals === null ? "running" : "confirming";
    if (state === "confirming")
      log.warn(
        { run: key, kind: run.kind, removals: counted.removals },
        "A run would remove much; it waits for a confirmation.",
      );
    await store.save("enforcementRuns", { key, ...counted, state, startedAt: clock.now() });
  },
});

/**
 * Submits the requests of one person of a run, as far as the differences are still there. The entry says so in the same transaction, so
 * each difference is asked for once, however often this runs.
 * @throws DATABASE_BUSY, DATABASE_UNAVAILABLE
 */
export const submitItem = defineOperation({
  name: "enforcementRuns.submitItem",
  input,
  callers: ["engine"],
  audit,
  async run(context, { key }): Promise<void> {
    const { store, clock } = context;
    const item = await store.lock("enforcementItems", key);
    // Another hub may have been faster.
    if (item?.state !== "waiting") return;
    // Not locked, so that the threads do not wait for each other.
    const run = await store.get("enforcementRuns", item.runKey);
    if (run?.state !== "running") return;
    // Whoever asks for something for the same person waits, and sees this.
    await store.lock("users", item.userKey);
    const differences = await stillThere(context, run, item);
    if (differences.length === 0) {
      await store.save("enforcementItems", { key, state: "gone", endedAt: clock.now() });
      return;
    }
    const { requestKeys, cancelled, refusal } = await submitRequests(context, item.userKey, differences);
    const isDone = requestKeys.length + cancelled > 0 || refusal === undefined;
    await store.save("enforcementItems", {
      key,
      state: isDone ? "submitted" : "refused",
      requestKeys: [...requestKeys],
      errorCode: refusal?.code ?? null,
      errorMessage: refusal?.message ?? null,
      endedAt: clock.now(),
    });
    await auditItem(context, item, { requestKeys, cancelled, refusal });
  },
});

/** Returns the differences of a person that a fresh search finds too, as they are now. */
async function stillThere(
  context: CallContext,
  { kind }: Row<"enforcementRuns">,
  { userKey, differences }: Row<"enforcementItems">,
): Promise<PersonDifferences["differences"]> {
  const roleKeys = [...new Set(differences.flatMap(({ roleKey }) => roleKey ?? []))];
  const [found] = await findDifferences(context, kind, { userKeys: [userKey], roleKeys });
  const names = new Set(differences.map(differenceName));
  return (found?.differences ?? []).filter((one) => names.has(differenceName(one)) && one.resolution !== "none");
}

interface Told {
  readonly requestKeys: readonly string[];
  readonly cancelled: number;
  readonly refusal?: { readonly code: string; readonly message: string } | undefined;
}

async function auditItem(
  { store, caller }: CallContext,
  { userKey, runKey }: Row<"enforcementItems">,
  { requestKeys, cancelled, refusal }: Told,
): Promise<void> {
  const done = `${requestKeys.length} requests, ${cancelled} cancelled`;
  const refused = refusal === undefined ? "" : `; ${refusal.code}: ${refusal.message}`;
  await store.audit({
    sessid: caller.sessid,
    operation: "ENIT",
    result: refusal === undefined ? "S" : "F",
    actor: caller.id,
    recipient: userKey,
    ident: runKey,
    batchId: requestKeys[0] ?? null,
    message: `${done}${refused}`.slice(0, auditRefusalMaxCharacters),
    requestId: caller.requestId,
  });
}

/** Records that the requests of a person could not be submitted, and why; others are not affected. */
export const refuseItem = defineOperation({
  name: "enforcementRuns.refuseItem",
  input: z.strictObject({ key: z.string(), code: z.string(), message: z.string() }),
  callers: ["engine"],
  audit,
  async run(context, { key, code: errorCode, message: errorMessage }): Promise<void> {
    const { store, clock } = context;
    const item = await store.lock("enforcementItems", key);
    if (item?.state !== "waiting") return;
    await store.save("enforcementItems", { key, state: "refused", errorCode, errorMessage, endedAt: clock.now() });
    await auditItem(context, item, {
      requestKeys: [],
      cancelled: 0,
      refusal: { code: errorCode, message: errorMessage },
    });
  },
});

/**
 * Writes the progress of a run and sets its next moment; one without anybody left has ended. Not handled if another process has the moment
 * now.
 */
export const settleRun = defineOperation({
  name: "enforcementRuns.settle",
  input: z.strictObject({
    key: z.string(),
    /** Problem for which the next step waits; null if there is none. */
    problem: z.string().nullable(),
  }),
  callers: ["engine"],
  audit,
  async run(context, { key, problem }): Promise<{ handled: boolean }> {
    const { store, clock } = context;
    const run = await store.lock("enforcementRuns", key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (run === undefined || run.endedAt !== null) return { handled: true };
    const now = clock.now();
    const goesOn = run.state === "stopped" ? await settleStopped(context, run) : await settle(context, run, problem);
    const at = problem === null ? now : now + enforcementRetryMs;
    if (goesOn) await store.moments.set({ key, kind: "enforcementRun", at });
    return { handled: true };
  },
});

/** Ends a stopped run once nobody waits in it; returns true if there are more. */
async function settleStopped(context: CallContext, { key }: Row<"enforcementRuns">): Promise<boolean> {
  if (await stopItems(context, key)) return true;
  const counts = await countItems(context, key);
  await context.store.save("enforcementRuns", { key, ...counts, endedAt: context.clock.now() });
  return false;
}

/** Writes the progress of a run; returns true if it has a next step. */
async function settle(
  context: CallContext,
  { key, state, startedAt }: Row<"enforcementRuns">,
  problem: string | null,
): Promise<boolean> {
  const counts = startedAt === null ? null : await countItems(context, key);
  const isOver = state === "running" && counts?.waiting === 0;
  await context.store.save("enforcementRuns", {
    key,
    ...counts,
    errorMessage: problem,
    ...(isOver && { state: "ended" as const, endedAt: context.clock.now() }),
  });
  return state === "queued" || (state === "running" && !isOver);
}

async function countItems({ store }: CallContext, runKey: string) {
  const counts = await store.countBy("enforcementItems", "state", eq("runKey", runKey));
  const of = (state: string) => counts.get(state) ?? 0;
  return { waiting: of("waiting"), submitted: of("submitted"), refused: of("refused") };
}
