import { setTimeout as sleep } from "node:timers/promises";

import { appliedAtOnceMax, changesMax } from "#domain/node-limits.ts";
import { type LagFigures, lagOf } from "#domain/node-link-facts.ts";
import { nodePaths, type PullCall } from "#domain/nodes/node-call.ts";
import { isBehindIn, knownUpTo, type Lane, originsOutside, type Vector } from "#domain/replication/origin.ts";
import type { Applied, LanePull } from "#store/replication/replication.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import type { CallContext } from "../../kernel/context.ts";
import { type AnsweredCall, askForChanges, partner } from "./ask-for-changes.ts";
import { requireNeighbour } from "./node-version.ts";

/** Results of all answers of a pull together. */
export interface Fetched {
  readonly applied: Applied;
  readonly received: number;
  /** Position up to which the log of the other node was read for small edits. */
  readonly position: number;
  /** True if the other node has nothing more. */
  readonly isCaughtUp: boolean;
  /** True if it has more of a load. */
  readonly isLoading: boolean;
  readonly lag: LagFigures | null;
  readonly skewMs: number | undefined;
  /** Version of the schema of the other node. */
  readonly schema: number;
}

/** Answers of each lane in one pull: it tells often enough how far it is. */
const answersMax = 4;
/** Pause between two calls for small edits beside a load. */
const editsPauseMs = 200;

interface Asked extends AnsweredCall {
  readonly pull: LanePull;
  /** Sequences up to which this node has each origin once it has applied the answer. */
  readonly vector: Vector;
}

/** Answer under way; undefined if nothing was asked, or if the call has failed. */
type Travelling = Promise<Asked | undefined> | undefined;

interface Call {
  readonly pull: LanePull;
  /** Sequences up to which this node has each origin once it has applied what it was given so far. */
  readonly vector: Vector;
  readonly waitSeconds: number;
}

/**
 * Asks another node for its changes and applies them. A load travels in a lane of its own: while a part of it is applied the next part
 * travels, and small edits come in between.
 * @throws NODE_UNKNOWN, NODE_PAUSED, NODE_EXPELLED, NODE_WITHOUT_ADDRESS, NODE_AWAY, NODE_ANSWER_REFUSED, NODE_VERSION_APART
 */
export async function pullLanes(
  context: CallContext,
  { name, waitSeconds }: { readonly name: string; readonly waitSeconds: number },
): Promise<Fetched> {
  const lanes = new PulledLanes(context, name);
  await lanes.pullEdits(waitSeconds);
  if (lanes.fetched.isLoading) await lanes.pullLoad();
  return lanes.fetched;
}

class PulledLanes {
  readonly #context: CallContext;
  readonly #name: string;
  #fetched: Fetched | undefined;
  /** Sequences up to which the other node had each origin when it last answered. */
  #theirs: Vector = {};
  /** Sequences up to which this node has each origin by now. */
  #ours: Vector = {};
  #isLoadEmpty = false;

  constructor(context: CallContext, name: string) {
    this.#context = context;
    this.#name = name;
  }

  get fetched(): Fetched {
    if (this.#fetched === undefined) throw new Error("nothing was asked for");
    return this.#fetched;
  }

  async pullEdits(waitSeconds: number): Promise<void> {
    let next = await this.#askFirst("edits", waitSeconds);
    for (let left = answersMax; next !== undefined; left -= 1) {
      const asked: Asked = next;
      const behind = left > 1 ? await this.#behind(asked) : undefined;
      const travelling: Travelling = behind && this.#travel(behind, asked.vector);
      await this.#apply(asked);
      next = await travelling;
    }
  }

  /** Pulls parts of a load, and beside them the small edits that are made meanwhile. */
  async pullLoad(): Promise<void> {
    const over = new AbortController();
    const parts = this.#pullParts().finally(() => over.abort());
    const results = await Promise.allSettled([parts, this.#pullEditsUntil(over.signal)]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  async #pullParts(): Promise<void> {
    let next = await this.#askFirst("load", 0);
    for (let left = answersMax; next !== undefined; left -= 1) {
      const asked: Asked = next;
      const behind = left > 1 ? await this.#behind(asked) : undefined;
      const travelling: Travelling = behind && this.#travel(behind, asked.vector);
      if (!(await this.#applyPart(asked))) return;
      next = await travelling;
    }
  }

  /** Applies a part of a load, after the small edits that stand before it; returns false if they cannot be had now. */
  async #applyPart(asked: Asked): Promise<boolean> {
    for (let left = answersMax; left > 0; left -= 1) {
      if (!(await this.#apply(asked)).isAhead) return true;
      if (!(await this.#pullEdit())) return false;
    }
    return false;
  }

  async #pullEditsUntil(signal: AbortSignal): Promise<void> {
    while (await pauseUntil(signal)) await this.#pullEdit();
  }

  /** Pulls the small edits that are there; returns false if the call fails. */
  async #pullEdit(): Promise<boolean> {
    const pull = await this.#pull("edits");
    const asked = await this.#travel(pull, pull.vector);
    if (asked !== undefined) await this.#apply(asked);
    return asked !== undefined;
  }

  #pull(lane: Lane): Promise<LanePull> {
    return this.#context.store.replication.asking(this.#name, changesMax, lane);
  }

  async #askFirst(lane: Lane, waitSeconds: number): Promise<Asked | undefined> {
    const pull = await this.#pull(lane);
    return this.#ask({ pull, vector: pull.vector, waitSeconds });
  }

  /**
   * Returns the call for what stands behind an answer that is not applied yet, if there is much of it. It tells what this node has by now, and
   * there is none if something was held or taken up since the last call: then the log is read again from an earlier place.
   */
  async #behind({ pull, answer }: Asked): Promise<LanePull | undefined> {
    if (answer.changes.length <= appliedAtOnceMax) return undefined;
    const now = await this.#pull(pull.lane);
    const isSame = now.position === pull.position && now.without.join() === pull.without.join();
    return isSame ? { ...now, logEpoch: answer.logEpoch, position: answer.position } : undefined;
  }

  /** Returns the answer of a call; undefined if it fails: what was applied is told first, and the next call meets the same failure. */
  async #travel(pull: LanePull, given: Vector): Promise<Asked | undefined> {
    const [asked] = await Promise.allSettled([
      this.#ask({ pull, vector: { ...pull.vector, ...given }, waitSeconds: 0 }),
    ]);
    return asked.status === "fulfilled" ? asked.value : undefined;
  }

  async #ask({ pull, vector, waitSeconds }: Call): Promise<Asked> {
    const { by: _by, lane, without: held, ...called } = pull;
    const { logEpoch: epoch, position, max } = called;
    const without = [...held, ...originsOutside(lane, { ...vector, ...this.#theirs })];
    const body: PullCall = { ...called, without, waitSeconds, schema: schemaVersion() };
    const name = this.#name;
    const asked = { epoch, position, vector, max };
    const call = { name, path: nodePaths.changes, body, asked, waitSeconds };
    const { answer, skewMs, schema } = await askForChanges(this.#context, call);
    requireNeighbour({ name, schema });
    this.#theirs = answer.vector;
    const raised = answer.changes.map(({ origin, seq }) => [origin, seq] as const);
    return {
      pull,
      answer: { ...answer, lane, without: held },
      skewMs,
      schema,
      vector: { ...vector, ...Object.fromEntries(raised) },
    };
  }

  async #apply(asked: Asked): Promise<Applied> {
    const { store, settings } = this.#context;
    // It may have been paused or expelled while it was asked.
    await partner(this.#context, this.#name);
    const applied = await store.replication.apply(asked.answer, { endsKilled: settings.noKillRetry });
    if (!applied.isAhead) this.#take(asked, applied);
    return applied;
  }

  #take({ pull: { lane, without }, answer, skewMs, schema, vector }: Asked, applied: Applied): void {
    const count = answer.changes.length;
    this.#ours = later(this.#ours, vector);
    // A load of which nothing comes is not asked for at once again.
    this.#isLoadEmpty ||= lane === "load" && count === 0;
    const { received = 0, position = 0, lag = null, applied: before } = this.#fetched ?? {};
    const isBehind = isBehindIn("load", { theirs: answer.vector, ours: this.#ours, without });
    const isLoading = isBehind && !this.#isLoadEmpty;
    this.#fetched = {
      applied: together(before, applied),
      received: received + count,
      position: lane === "edits" ? applied.position : position,
      isCaughtUp: count === 0 && !isLoading,
      isLoading,
      lag: lagOf(answer.changes, this.#context.clock.now()) ?? lag,
      skewMs,
      schema,
    };
  }
}

/** Returns the later of the sequences of each origin. */
function later(one: Vector, other: Vector): Vector {
  const raised = Object.entries(other).filter(([origin, seq]) => seq > knownUpTo(one, origin));
  return { ...one, ...Object.fromEntries(raised) };
}

/** Waits for a moment; returns false once there is nothing to wait for. */
async function pauseUntil(signal: AbortSignal): Promise<boolean> {
  await sleep(editsPauseMs, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}

function together(before: Applied | undefined, last: Applied): Applied {
  if (before === undefined) return last;
  return {
    ...last,
    applied: before.applied + last.applied,
    conflicts: before.conflicts + last.conflicts,
    refused: [...before.refused, ...last.refused],
  };
}
