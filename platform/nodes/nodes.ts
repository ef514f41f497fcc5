import type { ResetSubject } from "#domain/nodes/node-call.ts";
import type { NodeOfProxy } from "#domain/proxies/chosen-node.ts";

/** Answers of the other nodes about blocks of password resets. */
export interface BlockAnswers {
  /** True if a block holds at one of them. */
  readonly isBlocked: boolean;
  /** Names of the nodes that gave no answer. */
  readonly silent: readonly string[];
}

/** Another node, with the key by which it is known here. */
export interface TrustedNode {
  readonly name: string;
  /** Ed25519 key, as base64url. */
  readonly signingKey: string;
}

/** Nodes of the installation, as far as a process of one of them can tell. */
export interface Nodes {
  /** Returns the names of the nodes that work, as far as is known; the own node does. */
  available(): Promise<ReadonlySet<string>>;
  /** Returns the names of the other nodes with keys, but for expelled ones. */
  others(): Promise<readonly string[]>;
  /** Returns the other nodes that take part. */
  trusted(): Promise<readonly TrustedNode[]>;
  /** Returns all nodes with keys and their states, the own one among them if it has a key. */
  all(): Promise<readonly NodeOfProxy[]>;
  /** Returns the own node by its key; undefined before it has one. */
  own(): Promise<TrustedNode | undefined>;
  /** Signs a text as the own node; null before it has a key. */
  sign(text: string): Promise<string | null>;
  /** Returns the reason for which the own node performs nothing at target systems now; undefined if it may. */
  standsBy(): Promise<string | undefined>;
  /** Asks all other nodes at once whether a block of password resets holds for one of the subjects. Not inside a transaction. */
  blocksReset(subjects: readonly ResetSubject[]): Promise<BlockAnswers>;
}
