import type { Secret } from "#connectors/contract/index.ts";
import type { HeldChange } from "#domain/node-link-facts.ts";
import type { Lane, Vector } from "#domain/replication/origin.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";
import type { SnapshotPlace } from "#domain/replication/snapshot-place.ts";
import type { Clock } from "#platform/clock.ts";
import type { KeyRing } from "#platform/keys/keys.ts";

import type { ChangeLog } from "../changes/change-log.ts";
import type { HybridClock } from "../changes/hybrid-clock.ts";
import type { Database } from "../database.ts";
import type { Epoch } from "../epoch.ts";
import type { Moments } from "../moments.ts";
import type { Outbox } from "../outbox.ts";
import type { TableName } from "../tables.ts";
import type { Comparison } from "./compared.ts";
import type { Twin } from "./twins.ts";

/** Call by which a node asks another for changes. */
export interface Pull {
  readonly by: string;
  readonly logEpoch: number;
  readonly position: number;
  /** Sequences up to which the calling node has each origin. */
  readonly vector: Vector;
  /** Origins that are not asked for: those that the calling node holds. */
  readonly without: readonly string[];
  /** Lane that alone is asked for; all of the log if absent. */
  readonly lane?: Lane;
  readonly max: number;
}

/** Call for the changes of one lane. */
export type LanePull = Pull & { readonly lane: Lane };

/** Changes that a node answers to a pull. */
export interface Answer {
  readonly from: string;
  readonly logEpoch: number;
  readonly changes: readonly ReplicatedChange[];
  readonly secrets: readonly SentSecret[];
  /** Position up to which the log was read. */
  readonly position: number;
  /** Sequences up to which the answering node has each origin. */
  readonly vector: Vector;
  /** Origins that were passed over, because the asking node held them when it asked; none if absent. */
  readonly without?: readonly string[];
  /** Lane that alone was read; small edits if absent. */
  readonly lane?: Lane;
}

/** Secret of a change, which the answering node has opened. */
export interface SentSecret {
  readonly origin: string;
  readonly seq: number;
  readonly column: string;
  readonly secret: Secret;
}

/** Change that the database refuses, in its words. */
export interface RefusedChange extends Pick<HeldChange, "origin" | "seq"> {
  readonly detail: string;
}

/** Result of an apply. */
export interface Applied {
  readonly applied: number;
  /** Changes of answers of this node that are held now, also those of earlier ones. */
  readonly held: readonly HeldChange[];
  /** Changes of this answer that the database has refused. */
  readonly refused: readonly RefusedChange[];
  /** Number of values that were lost. */
  readonly conflicts: number;
  readonly position: number;
  /** True if nothing was applied, because small edits stand before this part of a load that have not been asked for. */
  readonly isAhead: boolean;
}

/** Choices for an apply. */
export interface ApplyOptions {
  /** True if a change whose transaction the database kills time and again is held (NoKillRetry); otherwise the error is thrown. */
  readonly endsKilled?: boolean;
}

/** Choices for a purge. */
export interface PurgeOptions {
  /** Milliseconds for which a change stays, whoever has acknowledged it. */
  readonly keptMs: number;
  /** Rows that the log keeps beyond this time for one node; a node for which it keeps 80 % of them is not waited for. */
  readonly rowsMax: number;
}

/** Result of a round of the purge. */
export interface PurgeRound {
  /** True if another round would find more. */
  readonly left: boolean;
  /** Rows that the log keeps for each of the other nodes beyond their time, by their names. */
  readonly kept: Readonly<Record<string, number>>;
}

/** Call for a page of a snapshot. */
export interface SnapshotCall extends SnapshotPlace {
  readonly max: number;
}

/** Taking of the record of another node, page by page. */
export interface SnapshotTaking {
  /** Returns the place up to which it was taken. */
  place(peer: string): Promise<SnapshotPlace>;
  /**
   * Takes a page in one transaction with its place; returns the place behind it.
   * @throws INPUT_INVALID if it is none, with the reason
   */
  take(page: Answer): Promise<SnapshotPlace>;
}

/** Side of the store in replication: what other nodes read here, and what is applied of theirs. */
export interface Replication {
  /** Records what a calling node has, as its call tells. */
  acknowledge(pull: Pull): Promise<void>;
  /**
   * Returns changes from the log that a node does not have.
   * @throws NODE_MUST_REJOIN if some of them have left the log
   */
  read(pull: Pull): Promise<Answer>;
  /**
   * Returns the next call to a peer for a lane, by default that of small edits. Origins that are held are asked for again when their reason
   * may be gone.
   */
  asking(peer: string, max: number, lane?: Lane): Promise<LanePull>;
  /**
   * Applies an answer in parts, each in one transaction: rows, rows of the log, vector, conflicts and held changes, and with the last part the
   * cursor. Of a load it applies what stands before the place up to which small edits were asked for.
   * @throws INPUT_INVALID if the answer is no answer
   */
  apply(answer: Answer, options?: ApplyOptions): Promise<Applied>;
  /** Returns the home node of a row of the class `owned`; undefined if there is no such row. */
  homeOf(table: TableName, key: string): Promise<string | undefined>;
  /**
   * Returns a page of the whole record for a node that joins.
   * @throws NODE_MUST_REJOIN if the log no longer has what was changed since its first page
   */
  snapshot(call: SnapshotCall): Promise<Answer>;
  /** Place up to which the record of another node was taken, and the taking of further pages. */
  readonly taking: SnapshotTaking;
  /** Drops what may leave the log, for some seconds at most. Not in a transaction. */
  purge(options: PurgeOptions): Promise<PurgeRound>;
  /** Returns the names of the nodes that lack changes which have left the log. */
  behind(): Promise<readonly string[]>;
  /** Comparisons with other nodes. */
  readonly comparison: Comparison;
  /** Returns rows that have the same ID as an older one. */
  twins(): Promise<readonly Twin[]>;
  /** Returns the keys of those rows of this node that at least one other active node has, as it has told. */
  keptElsewhere(table: TableName, keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Dependencies of replication. */
export interface ReplicationParts {
  readonly database: Database;
  readonly changeLog: Pick<ChangeLog, "append" | "flush">;
  readonly hybridClock: HybridClock;
  readonly keyRing: Pick<KeyRing, "seal" | "unseal">;
  readonly epoch: Pick<Epoch, "current">;
  readonly moments: Pick<Moments, "set" | "clear">;
  readonly outbox: Pick<Outbox, "add" | "settle">;
  readonly clock: Clock;
  readonly node: string;
}
