import { createHash } from "node:crypto";

import type { Vector } from "#domain/replication/origin.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";

import { type NodeKeys, signAsNode } from "./node-keys.ts";
import { type AnswerHead, type AnswerTail, wireVersion } from "./wire-shapes.ts";

/** Parts of an answer around its changes. */
interface AroundChanges extends Omit<AnswerHead, "form"> {
  readonly position: number;
  readonly vector: Vector;
  /** Secrets of the changes, sealed to the asking node; null if there are none. */
  readonly secrets: string | null;
}

/** Parts of an answer with changes. */
export interface AnswerParts extends AroundChanges {
  readonly changes: readonly ReplicatedChange[];
}

/** Returns an answer as the text that travels. */
export function writeAnswer({ changes, ...around }: AnswerParts, keys: NodeKeys): string {
  return signedLines(
    changes.map((change) => JSON.stringify(change)),
    around,
    keys,
  );
}

/** Returns the text of an answer with these lines: a head, the lines, and a tail that is signed with everything before it. */
export function signedLines(
  lines: readonly string[],
  { position, vector, secrets, ...head }: AroundChanges,
  keys: NodeKeys,
): string {
  const first: AnswerHead = { form: wireVersion, ...head };
  const before = [JSON.stringify(first), ...lines, ""].join("\n");
  const tail = { count: lines.length, position, vector, hash: hashOf(before), secrets };
  const signature = signAsNode(keys, signedText(tail));
  return `${before}${JSON.stringify({ ...tail, signature } satisfies AnswerTail)}\n`;
}

/** Returns the text that is signed for an answer; the hash in it stands for the head and the changes. */
export function signedText({ count, position, vector, hash, secrets }: Omit<AnswerTail, "signature">): string {
  const known = Object.entries(vector).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([wireVersion, hash, count, position, known, secrets === null ? null : hashOf(secrets)]);
}

/** Returns the SHA-256 of a text as base64url. */
export function hashOf(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("base64url");
}
