import type { Vector } from "../replication/origin.ts";

/** Paths that nodes call at each other; the API serves them, the client calls them. */
export const nodePaths = {
  join: "/replication/join",
  changes: "/replication/changes",
  snapshot: "/replication/snapshot",
  blocks: "/replication/blocks",
  ranges: "/replication/ranges",
  rows: "/replication/rows",
} as const;

/** Body of a call for changes. */
export interface PullCall {
  readonly logEpoch: number;
  readonly position: number;
  readonly vector: Vector;
  readonly without: readonly string[];
  readonly max: number;
  /** Seconds to wait for changes if there are none. */
  readonly waitSeconds: number;
  /** Version of the schema of the asking node. */
  readonly schema: number;
}

/** Public facts of a node, as one node tells them another. */
export interface NodeCard {
  readonly name: string;
  readonly key: string;
  readonly publicAddress: string | null;
  readonly signingKey: string;
  readonly sealingKey: string;
}

/** Content of the answer to a node that joins. */
export interface JoinAnswer {
  /** Nonce of the call. */
  readonly nonce: string;
  /** Inviting node. */
  readonly by: NodeCard;
  /** Joined node. */
  readonly joined: NodeCard;
  /** All other nodes of the installation that take part. */
  readonly nodes: readonly NodeCard[];
}

/** User or account whose password is to be reset. */
export interface ResetSubject {
  readonly userKey: string | null;
  readonly accountKey: string | null;
}

/** Body of a call that asks for blocks of password resets. */
export interface BlockCheckCall {
  readonly subjects: readonly ResetSubject[];
}

/** Content of the answer to such a call. */
export interface BlockCheckAnswer {
  /** Nonce of the call. */
  readonly nonce: string;
  /** Name of the node that answers. */
  readonly from: string;
  /** Name of the node that has asked. */
  readonly to: string;
  /** True if a block holds for one of the subjects. */
  readonly blocked: boolean;
}

/** Body of a call for hashes of ranges of keys that follow each other. */
export interface RangesCall {
  readonly table: string;
  /** Key before the first range; empty for the beginning of the table. */
  readonly after: string;
  /** Last key of each range; null for the end of the table. */
  readonly ends: readonly (string | null)[];
}

/** Content of the answer to such a call. */
export interface RangesAnswer extends Omit<BlockCheckAnswer, "blocked"> {
  /** Version of the schema of the node that answers. */
  readonly schema: number;
  /** Sequences up to which each origin is known there; null while changes have no number yet. */
  readonly vector: Vector | null;
  /** Hashes of the ranges: of all of them, or of the first ones. */
  readonly hashes: readonly string[];
}

/** Body of a call for the rows of a range of keys. */
export interface RowsCall extends Omit<RangesCall, "ends"> {
  readonly upTo: string | null;
  readonly max: number;
}

/** Answer that is signed whole: its content as text, with the signature of the node that gives it. */
export interface SignedAnswer {
  readonly content: string;
  readonly signature: string;
}

/** Returns the text that a node signs for the content of an answer, so that an answer to one kind of call is none to another. */
export function signedAnswerText(call: "join" | "blocks" | "ranges", content: string): string {
  return `gatehouse-${call}-1\n${content}`;
}
