import { covers, type Vector } from "./origin.ts";

/** Mark in the change log: what stood in it at a moment, and what other nodes had acknowledged by then. */
export interface LogMark {
  /** Milliseconds UTC. */
  readonly at: number;
  /** Position of the newest change. */
  readonly position: number;
  /** Epoch of the database: what was acknowledged before a restore counts no longer. */
  readonly epoch: number;
  /** Sequences up to which the log had each origin; of a log that no other node has read, none. */
  readonly vector: Vector;
  /** Sequences that other nodes had acknowledged, by their names. */
  readonly acknowledged: Readonly<Record<string, Vector>>;
}

/** Facts by which a log is purged. */
export interface PurgeFacts {
  /** Milliseconds UTC. */
  readonly now: number;
  /** Milliseconds for which a change stays in the log, whoever has acknowledged it. */
  readonly keptMs: number;
  readonly epoch: number;
  /** Sequences up to which each origin is known here. */
  readonly own: Vector;
  /** Sequences that each of the other nodes that count has acknowledged last, by name. */
  readonly acknowledged: Readonly<Record<string, Vector>>;
}

/**
 * Returns the mark up to which changes may leave the log, and removals may be forgotten: it is old enough, and all nodes have acknowledged
 * all before it. Only acknowledgements count whose nodes told nothing else then that has not arrived here, so no change can come any longer
 * from one that did not know a removal. Undefined if there is no such mark.
 */
export function purgeMark(marks: readonly LogMark[], facts: PurgeFacts): LogMark | undefined {
  const { own, epoch, acknowledged } = facts;
  const peers = Object.keys(acknowledged);
  const told = marks.findLast(
    (mark) => mark.epoch === epoch && peers.every((peer) => covers(own, mark.acknowledged[peer] ?? {})),
  );
  if (peers.length > 0 && told === undefined) return undefined;
  return oldMarks(marks, facts).findLast((mark) =>
    peers.every(
      (peer) => covers(told?.acknowledged[peer] ?? {}, mark.vector) && covers(acknowledged[peer] ?? {}, mark.vector),
    ),
  );
}

/** Returns the rows that the log keeps for one node alone beyond their time, because it has not acknowledged them. */
export function rowsKeptFor(marks: readonly LogMark[], facts: PurgeFacts, peer: string): number {
  const old = oldMarks(marks, facts);
  const acknowledged = facts.acknowledged[peer] ?? {};
  const unknown = old.findIndex((mark) => !covers(acknowledged, mark.vector));
  return unknown < 0 ? 0 : rowsBetween(old.slice(Math.max(0, unknown - 1)));
}

function oldMarks(marks: readonly LogMark[], { now, keptMs }: PurgeFacts): readonly LogMark[] {
  return marks.filter(({ at }) => at <= now - keptMs);
}

/** Returns the rows between the first and the last mark. Positions have a wide gap behind a restore, which does not count. */
function rowsBetween(marks: readonly LogMark[]): number {
  return marks.reduce((rows, { position, epoch }, index) => {
    const before = marks[index - 1];
    return before?.epoch === epoch ? rows + position - before.position : rows;
  }, 0);
}
