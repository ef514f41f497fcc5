import { setImmediate as immediate } from "node:timers/promises";

import type { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { answerMaxBytes, lineMaxBytes } from "#domain/node-limits.ts";
import { knownUpTo, type Vector } from "#domain/replication/origin.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";

import { isFlatLine } from "./flat-line.ts";
import { isSignedByNode } from "./node-keys.ts";
import { type AnswerHead, changeShape, headShape, tailShape } from "./wire-shapes.ts";
import { hashOf, signedText } from "./write-answer.ts";

/** Reasons to refuse an answer. */
export const refusals = {
  tooLarge: "it is larger than an answer may be",
  cut: "it was cut: its last line is missing or not whole",
  lineTooLong: "one of its lines is longer than a change may be",
  form: "its form is not that of an answer",
  signature: "its signature is not that of the node",
  hash: "its content is not what was signed",
  sender: "it comes from another node",
  addressee: "it is for another node",
  nonce: "it answers another call",
  count: "it has not as many changes as it says, or more than were asked for",
  backwards: "its position lies before the one that was asked for",
  hole: "changes of an origin are missing in it",
  secrets: "its secrets cannot be opened by this node, or belong to none of its changes",
  shape: "one of its changes has not the shape of a change",
} as const;

/** Reason to refuse an answer. */
export type Refusal = keyof typeof refusals;

/** Answer that was asked for. */
export interface AskedFor {
  /** Name and pinned signing key of the asked node. */
  readonly from: string;
  readonly signingKey: string;
  /** Name of this node. */
  readonly to: string;
  readonly nonce: string;
  readonly epoch: number;
  readonly position: number;
  readonly vector: Vector;
  readonly max: number;
}

/** Answer whose every part was verified. */
export interface ReadAnswer extends Pick<AnswerHead, "from" | "epoch" | "schema"> {
  readonly changes: readonly ReplicatedChange[];
  readonly position: number;
  readonly vector: Vector;
  /** Secrets, sealed to this node; null if there are none. */
  readonly secrets: string | null;
}

/**
 * Reads an answer and verifies all of it before anything of it is used: size, signature, addressee, nonce, hash, counts, positions, and the
 * shape of each change. No line of changes is parsed before the signature holds. Other work of the process goes on in between.
 * @throws NODE_ANSWER_REFUSED with the reason
 */
export async function readAnswer(bytes: Buffer, asked: AskedFor): Promise<ReadAnswer> {
  if (bytes.length > answerMaxBytes) throw refused("tooLarge");
  const { before, first, lines, last } = linesOf(bytes, asked.max);
  const tail = parsed(tailShape, last, "cut", tailMembersMax);
  if (!isSignedByNode(asked, signedText(tail), tail.signature)) throw refused("signature");
  if (hashOf(before) !== tail.hash) throw refused("hash");
  const head = parsed(headShape, first, "form");
  if (head.from !== asked.from) throw refused("sender");
  if (head.to !== asked.to) throw refused("addressee");
  if (head.nonce !== asked.nonce) throw refused("nonce");
  if (lines.length !== tail.count || tail.count > asked.max) throw refused("count");
  // A log that was restored begins again.
  if (head.epoch === asked.epoch && tail.position < asked.position) throw refused("backwards");
  const changes = await changesOf(lines);
  requireNoHole(changes, asked.vector);
  const { from, epoch, schema } = head;
  return { from, epoch, schema, changes, position: tail.position, vector: tail.vector, secrets: tail.secrets };
}

/** Bytes that are parsed at once. */
const bytesAtOnce = 131_072;

async function changesOf(lines: readonly Buffer[]): Promise<ReplicatedChange[]> {
  const changes: ReplicatedChange[] = [];
  let bytes = 0;
  for (const line of lines) {
    changes.push(parsed(changeShape, line, "shape"));
    bytes += line.length;
    if (bytes < bytesAtOnce) continue;
    bytes = 0;
    await immediate();
  }
  return changes;
}

/** Members of a change: values, stamps and former stamps of the columns of a table, and its own. */
const changeMembersMax = 1_000;
/** Members of a tail, whose vector has one for each incarnation of each node. */
const tailMembersMax = 5_000;

const newline = 0x0a;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Splits an answer at its line ends, none of which may be missing. */
function linesOf(bytes: Buffer, changesMax: number) {
  if (bytes.at(-1) !== newline) throw refused("cut");
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = bytes.indexOf(newline, from);
    if (to - from > lineMaxBytes) throw refused("lineTooLong");
    lines.push(bytes.subarray(from, to));
    // A head and a tail stand around the changes.
    if (lines.length > changesMax + 2) throw refused("count");
    from = to + 1;
  }
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined || lines.length < 2) throw refused("cut");
  const before = bytes.subarray(0, bytes.length - last.length - 1);
  return { before, first, last, lines: lines.slice(1, -1) };
}

function parsed<T>(shape: z.ZodType<T>, line: Buffer, otherwise: Refusal, membersMax = changeMembersMax): T {
  if (!isFlatLine(line, membersMax)) throw refused(otherwise);
  let content: unknown;
  try {
    content = JSON.parse(decoder.decode(line));
  } catch {
    throw refused(otherwise);
  }
  const result = shape.safeParse(content);
  if (!result.success) throw refused(otherwise);
  return result.data;
}

/** Requires that the changes of each origin follow each other, and what is known of it, without a hole. */
function requireNoHole(changes: readonly ReplicatedChange[], vector: Vector): void {
  const upTo = new Map<string, number>();
  for (const { origin, seq } of changes) {
    const before = upTo.get(origin);
    const isNext = before === undefined ? seq <= knownUpTo(vector, origin) + 1 : seq === before || seq === before + 1;
    if (!isNext) throw refused("hole");
    upTo.set(origin, seq);
  }
}

/** Makes the refusal of an answer. */
export function refused(reason: Refusal): ServiceError {
  return new ServiceError("NODE_ANSWER_REFUSED", {
    message: `The answer of the other node was refused (${reason}): ${refusals[reason]}. Nothing of it was applied.`,
    detail: reason,
  });
}
