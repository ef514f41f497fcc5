import { setTimeout as sleep } from "node:timers/promises";

import { ServiceError } from "#domain/errors.ts";
import { latestStamp } from "#domain/replication/column-stamps.ts";
import { conflictAfter, conflictName, conflictTable } from "#domain/replication/conflicts.ts";
import { heldBecause, type HeldBecause } from "#domain/replication/held-changes.ts";
import { isLeaving, mergings } from "#domain/replication/merge-row.ts";
import type { MergedTable } from "#domain/replication/merged-table.ts";
import type { Loss, Merged } from "#domain/replication/merged.ts";
import { incarnationIn, isBehindIn, nodeOfOrigin, type Vector, placeIn } from "#domain/replication/origin.ts";
import { parentsOf } from "#domain/replication/owned-parents.ts";
import type { ColumnValue, MergedRow, ReplicatedChange } from "#domain/replication/replicated-change.ts";
import { stampedAt } from "#domain/replication/stamp.ts";
import { namedGuid } from "#platform/object-key.ts";
import { reached } from "#platform/reached.ts";

import type { ForeignPlace } from "../changes/change.ts";
import { stampsText } from "../changes/row-stamps.ts";
import { schemaVersion } from "../schema/schema-version.ts";
import { isTable, type TableName, tables } from "../tables.ts";
import { unchangeable } from "../unchangeable-tables.ts";
import { Draft, type WrittenRow } from "./draft.ts";
import { effectOf, isSealed } from "./effect.ts";
import { followCheckouts } from "./follow-checkouts.ts";
import { followWebhooks } from "./follow-webhooks.ts";
import type { Held } from "./held-changes.ts";
import { tellLate } from "./late-rows.ts";
import { loggedStamps } from "./logged-change.ts";
import type { Numbers } from "./numbers.ts";
import type { Peers } from "./peers.ts";
import { type ApplyWays, applyInPortions, type DatabaseReason, type Portion, portionsOf } from "./portions.ts";
import type { Answer, Applied, ApplyOptions, RefusedChange, ReplicationParts } from "./replication.ts";
import { requireAnswer } from "./require-answer.ts";
import { type SecretsByPlace, sealedValues, secretsByPlace } from "./sealed-values.ts";
import { followTakeOvers } from "./take-over.ts";

type Parts = ReplicationParts & { readonly numbers: Numbers; readonly peers: Peers };

/** Facts for one transaction of an apply. */
interface Facts {
  readonly answer: Answer;
  readonly isOrigin: (origin: string) => boolean;
  readonly vector: Record<string, number>;
  readonly draft: Draft;
  readonly secrets: SecretsByPlace;
  /** Origins that stand still: from before, and from this apply. */
  readonly still: Set<string>;
  readonly held: Held[];
}

/** Makes the apply of answers. */
export function createApply(parts: Parts): (answer: Answer, options?: ApplyOptions) => Promise<Applied> {
  return async (answer, { endsKilled = false } = {}) => {
    requireAnswer(answer);
    const { position } = answer;
    if (await isAhead(parts, answer)) {
      const held = await parts.peers.heldOf(answer.from);
      return { applied: 0, conflicts: 0, held, refused: [], position, isAhead: true };
    }
    const total = { applied: 0, conflicts: 0 };
    const refused: RefusedChange[] = [];
    const ways: ApplyWays = {
      async apply(portion) {
        const done = await applyPortion(parts, answer, portion);
        total.applied += done.applied;
        total.conflicts += done.conflicts;
      },
      async hold(change, reason, error) {
        refused.push(await holdRefused(parts, answer, { change, reason, error }));
      },
      rest: (ms) => sleep(ms),
      endsKilled,
    };
    for (const portion of portionsOf(answer.changes)) await applyInPortions(portion, ways);
    return { ...total, held: await parts.peers.heldOf(answer.from), refused, position, isAhead: false };
  };
}

/** Characters of the words of a database that are kept. */
const detailMaxCharacters = 400;

/** A change that the database does not take. */
interface NotApplied {
  readonly change: ReplicatedChange;
  readonly reason: DatabaseReason;
  readonly error: unknown;
}

async function holdRefused(
  { database, peers }: Parts,
  { from: peer }: Answer,
  { change: { origin, seq }, reason, error }: NotApplied,
): Promise<RefusedChange> {
  const { cause = error } = error instanceof ServiceError ? error : {};
  const detail = (cause instanceof Error ? cause.message : String(cause)).slice(0, detailMaxCharacters);
  await database.transactions.run(() => peers.hold({ origin, seq, reason, peer, detail }));
  return { origin, seq, detail };
}

async function applyPortion(
  parts: Parts,
  answer: Answer,
  { changes, isLast }: Portion,
): Promise<Pick<Applied, "applied" | "conflicts">> {
  const { database, peers } = parts;
  const total = await database.transactions.run(async () => {
    await parts.changeLog.flush();
    // Applies wait for each other, so that each finds what the one before has learned.
    await database.read(
      "SELECT `value` FROM `nodeCounters` WHERE `name` = 'changesNumberedTo'" + database.dialect.forUpdate,
    );
    const facts = await factsOf(parts, answer);
    await facts.draft.load(changes);
    await facts.draft.load(changes.flatMap(parentsOf));
    const before = { ...facts.vector };
    let applied = 0;
    let conflicts = 0;
    for (const change of changes) {
      const lost = await applyOne(parts, facts, change);
      if (lost === undefined) continue;
      applied += 1;
      conflicts += lost.length;
    }
    const late = await facts.draft.judge();
    await recordLosses(parts, facts, late);
    await tellLate(parts, facts.draft, late);
    conflicts += late.length;
    const written = await facts.draft.write(parts.node);
    await wakeGrants(parts, written);
    await followTakeOvers(parts, written);
    await followCheckouts(parts, written);
    await followWebhooks(parts, written);
    for (const held of facts.held) await peers.hold(held);
    await peers.arrive(written);
    await peers.know(risen(before, facts.vector));
    // An origin that was taken up since the call was passed over: its changes stand before the place of this answer.
    const isWhole = (answer.without ?? []).every((origin) => facts.still.has(origin));
    if (isLast && isWhole) await moveCursors(parts, facts);
    reached("replication apply", "written");
    return { applied, conflicts };
  });
  reached("replication apply", "committed");
  return total;
}

/** Returns true for a part of a load that small edits stand before which have not been asked for: they may be what it has seen. */
async function isAhead({ peers }: Parts, { from, lane, logEpoch, position }: Answer): Promise<boolean> {
  if (lane !== "load") return false;
  const edits = await peers.cursor(from, "edits");
  return edits.logEpoch !== logEpoch || edits.position < position;
}

/** Moves the cursor of the answer's lane, and with that of small edits the one of loads if none of a load is left. */
async function moveCursors({ peers }: Parts, { answer, vector, still }: Facts): Promise<void> {
  const { lane = "edits", from, vector: theirs } = answer;
  await peers.moveCursor(from, answer, lane);
  const without = [...still];
  if (lane === "edits" && answer.lane !== undefined && !isBehindIn("load", { theirs, ours: vector, without }))
    await peers.moveCursor(from, answer, "load");
}

async function factsOf({ database, peers, numbers }: Parts, answer: Answer): Promise<Facts> {
  const [nodes, own] = [await peers.nodes(), await numbers.origins()];
  return {
    answer,
    // Nobody else can know more of this node's present changes than it does itself.
    isOrigin: (origin) =>
      !own.includes(origin) && (nodes.has(nodeOfOrigin(origin)) || nodeOfOrigin(origin) === answer.from),
    vector: { ...(await peers.vector()) },
    draft: new Draft(database),
    secrets: secretsByPlace(answer.secrets),
    still: new Set((await peers.held()).keys()),
    held: [],
  };
}

function risen(before: Vector, after: Vector): Vector {
  return Object.fromEntries(Object.entries(after).filter(([origin, seq]) => before[origin] !== seq));
}

/** Applies a change in its turn; returns what was lost, or undefined if it is known or held. */
async function applyOne(parts: Parts, facts: Facts, change: ReplicatedChange): Promise<readonly Loss[] | undefined> {
  const { draft, vector, still } = facts;
  const { origin, seq, key } = change;
  if (still.has(origin) || placeIn(vector, change) === "known") return undefined;
  const table = isTable(change.table) ? tables[change.table] : undefined;
  const row = draft.row(change.table, key);
  const now = parts.clock.now();
  const parent = parentsOf(change)
    .map((one) => draft.row(one.table, one.key))
    .find((one) => one !== undefined);
  const { isOrigin } = facts;
  const reason: HeldBecause | undefined = heldBecause(change, { vector, isOrigin, table, row, parent, now });
  if (reason !== undefined) {
    still.add(origin);
    const waitsFor = reason === "missingRow" ? { waitsFor: { table: change.table, key } } : {};
    facts.held.push({ origin, seq, reason, peer: facts.answer.from, ...waitsFor });
    return undefined;
  }
  observe(parts, change);
  const incoming = sealedValues(parts, facts.secrets, { change, row });
  const { row: after, losses } = merge(incoming, row);
  await logForeign(parts, facts, { change, row, after });
  vector[origin] = seq;
  const lost = change.table === conflictTable ? [] : losses.map((loss) => ({ table: change.table, key, loss }));
  await recordLosses(parts, facts, lost);
  return losses;
}

/** Makes sure that what is written here next is later. The count of a conflict is no stamp of a clock, and does no harm. */
function observe({ hybridClock }: Parts, { stamps, life }: ReplicatedChange): void {
  for (const stamp of [latestStamp(stamps), life])
    if (stamp !== "" && Number.isFinite(stampedAt(stamp))) hybridClock.observe(stamp);
}

function merge(change: ReplicatedChange, row: MergedRow | undefined): Merged {
  const table: MergedTable = tables[change.table as TableName];
  if (!isLeaving(table.class)) return { row, losses: [] };
  const merged = mergings[table.class](table, row, change);
  return row !== undefined && unchangeable.has(change.table) ? { ...merged, row } : merged;
}

interface MergedChange {
  readonly change: ReplicatedChange;
  readonly row: MergedRow | undefined;
  readonly after: MergedRow | undefined;
}

/** Puts the merged row into the draft, and the change into the log, as others are to get it from here. */
async function logForeign({ changeLog }: Parts, { draft }: Facts, { change, row, after }: MergedChange): Promise<void> {
  const { origin, seq, schema, table, key, operation, values } = change;
  const node = nodeOfOrigin(origin);
  const isPut = after !== undefined && after !== row;
  const version = isPut ? draft.put(table, key, { merged: after, node }) : draft.version(table, key);
  const sent = { ...values };
  const effect = effectOf(change, row, after);
  const from: ForeignPlace = { node, incarnation: incarnationIn(origin), seq, schema };
  await changeLog.append({
    table: table as TableName,
    key,
    operation,
    version,
    ...(effect === "asSent" ? { data: sent } : { data: effect, sent }),
    ...loggedStamps(change),
    from,
  });
}

/** Value that was lost, with its row. */
interface LostValue {
  readonly table: string;
  readonly key: string;
  readonly loss: Loss;
}

const conflictOf = ({ table, key, loss: { column } }: LostValue): string =>
  namedGuid(conflictName({ table, key, column }));

/** Records losses, whose conflicts are read together. */
async function recordLosses(parts: Parts, facts: Facts, lost: readonly LostValue[]): Promise<void> {
  if (lost.length === 0) return;
  await facts.draft.load(lost.map((one) => ({ table: conflictTable, key: conflictOf(one) })));
  for (const one of lost) await recordLoss(parts, facts, one);
}

/** Records a loss in the conflict of its place: a change of this node, which every node that finds it makes alike. */
async function recordLoss(
  { node, changeLog }: Parts,
  { draft }: Facts,
  { table, key, loss }: LostValue,
): Promise<void> {
  const place = { table, key, column: loss.column };
  const id = conflictOf({ table, key, loss });
  const before = draft.row(conflictTable, id);
  const told = (value: ColumnValue) =>
    value === null || isSealed(table as TableName, loss.column) ? null : JSON.stringify(value);
  const { values, stamps } = conflictAfter(
    before,
    { ...place, id },
    {
      ...loss,
      kept: { ...loss.kept, value: told(loss.kept.value) },
      lost: { ...loss.lost, value: told(loss.lost.value) },
    },
  );
  const own: ReplicatedChange = {
    origin: "",
    seq: 0,
    schema: schemaVersion(),
    table: conflictTable,
    key: id,
    operation: "insert",
    values,
    stamps,
    life: "",
  };
  const { row } = mergings.shared(tables[conflictTable], before, own);
  if (row === undefined || row === before) return;
  const version = draft.put(conflictTable, id, { merged: row, node });
  await changeLog.append({
    table: conflictTable,
    key: id,
    operation: "insert",
    version,
    data: values,
    stamp: latestStamp(stamps),
    stamps: stampsText({ stamps, life: "", epoch: 1 }),
  });
}

/** Wakes grants that have an end, so that it is announced and comes here too. */
export async function wakeGrants(
  { moments, clock }: Pick<ReplicationParts, "moments" | "clock">,
  written: readonly WrittenRow[],
): Promise<void> {
  for (const { table, key, before, isLiving, values } of written)
    if (table === "grants" && isLiving && values["until"] !== null && values["until"] !== before?.["until"])
      await moments.set({ key, kind: "grant", at: clock.now() });
}
