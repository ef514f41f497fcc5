import { beforeAll, describe, expect, test } from "vitest";

import { answerMaxBytes, lineMaxBytes } from "#domain/node-limits.ts";
import { conflictAfter, conflictTable } from "#domain/replication/conflicts.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";
import { stampOf } from "#domain/replication/stamp.ts";

import { makeNodeKeys, type NodeKeys } from "./node-keys.ts";
import { pack, unpack } from "./packing.ts";
import { type AskedFor, readAnswer } from "./read-answer.ts";
import { type AnswerParts, signedLines, writeAnswer } from "./write-answer.ts";

let keys: NodeKeys;
let others: NodeKeys;
let asked: AskedFor;
beforeAll(() => {
  keys = makeNodeKeys();
  others = makeNodeKeys();
  const { signingKey } = keys;
  asked = {
    from: "n1",
    signingKey,
    to: "n2",
    nonce: "nonce",
    epoch: 3,
    position: 10,
    vector: { "n1:0": 4 },
    max: 2_000,
  };
});

const stamp = stampOf({ ms: 1_000, counter: 0, writer: 1, node: "n1" });
const change = (seq: number, part: Partial<ReplicatedChange> = {}): ReplicatedChange => ({
  origin: "n1:0",
  seq,
  schema: 1,
  table: "users",
  key: "k",
  operation: "update",
  values: { id: "anna" },
  stamps: { id: stamp },
  life: "",
  ...part,
});
const parts = (part: Partial<AnswerParts> = {}): AnswerParts => ({
  from: "n1",
  to: "n2",
  schema: 1,
  epoch: 3,
  nonce: "nonce",
  changes: [change(5), change(6)],
  position: 12,
  vector: { "n1:0": 6 },
  secrets: null,
  ...part,
});
const answer = (part: Partial<AnswerParts> = {}, by = keys) => writeAnswer(parts(part), by);

test("the number of losses in a conflict, and an update of what each node has of its own, are read", async () => {
  const counted = { table: "replicationConflicts", values: { count: 2 }, stamps: { count: "000000000002" } };
  const changes = [change(5, { ...counted, base: { count: "000000000001" } }), change(6, { values: {}, stamps: {} })];
  expect(await refusalOf(answer({ changes }))).toBe("read");
});

/** Returns the reason of a refusal; "read" if there is none. */
async function refusalOf(text: string | Buffer, of: Partial<AskedFor> = {}): Promise<string> {
  try {
    await readAnswer(Buffer.from(text), { ...asked, ...of });
    return "read";
  } catch (error) {
    const { code, detail } = error as { readonly code: string; readonly detail: string };
    return code === "NODE_ANSWER_REFUSED" ? detail : String(error);
  }
}

test("an answer is read as it was written", async () => {
  const whole = parts({ secrets: "sealed" });
  const { nonce: _nonce, to: _to, ...rest } = whole;
  const packed = await pack(writeAnswer(whole, keys));
  expect(await readAnswer(await unpack(packed), asked)).toEqual(rest);
  expect(await refusalOf(answer({ changes: [] }))).toBe("read");
});

test("a conflict travels: the stamp of its count is the count", async () => {
  const { values, stamps } = conflictAfter(
    undefined,
    { table: "users", key: "k", column: "id", id: "c" },
    { column: "id", kept: { value: "a", stamp }, lost: { value: "b", stamp } },
  );
  const conflict = change(5, { table: conflictTable, key: "c", operation: "insert", values, stamps });
  const read = await readAnswer(Buffer.from(answer({ changes: [conflict] })), asked);
  expect(read.changes).toEqual([conflict]);
});

describe("an answer of a peer that lies is refused and named", () => {
  const cases: Readonly<Record<string, readonly [string, () => string | Buffer]>> = {
    "signed by another": ["signature", () => answer({}, others)],
    "with a signature of nothing": ["signature", () => withTail({ signature: "A".repeat(86) })],
    "from another node": ["sender", () => answer({ from: "n3" })],
    "for another node": ["addressee", () => answer({ to: "n3" })],
    "that answered another call": ["nonce", () => answer({ nonce: "earlier" })],
    "with a hole before its changes": ["hole", () => answer({ changes: [change(6)] })],
    "with a hole among its changes": ["hole", () => answer({ changes: [change(5), change(7)] })],
    "with changes in another order": ["hole", () => answer({ changes: [change(5), change(4)] })],
    "with a position before": ["backwards", () => answer({ position: 9 })],
    "with a change altered after it was signed": ["hash", () => answer().replace("anna", "anne")],
    "with a head altered after it was signed": ["hash", () => answer({ to: "n3" }).replace('"n3"', '"n2"')],
    "with another position than was signed": ["signature", () => withTail({ position: 99 })],
    "with other secrets than were signed": ["signature", () => withTail({ secrets: "other" })],
    "with a vector that was not signed": ["signature", () => withTail({ vector: { "n9:0": 1 } })],
    "with another count than was signed": ["signature", () => withTail({ count: 1 })],
    "without its tail": ["cut", () => `${answer().split("\n").slice(0, -2).join("\n")}\n`],
    "cut in the middle": ["cut", () => answer().slice(0, 120)],
    "cut before its last line end": ["cut", () => answer().slice(0, -1)],
    "that is empty": ["cut", () => ""],
    "of line ends": ["count", () => "\n".repeat(5_000)],
    "of 1 MiB of junk in one line": ["cut", () => `${"x".repeat(1_048_576)}\n`],
    "with 1 MiB of junk for a change": ["shape", () => signed(["x".repeat(1_048_576)])],
    "with a line that is too long": ["lineTooLong", () => signed(["x".repeat(lineMaxBytes + 1)])],
    "with bytes that are no text": ["cut", () => Buffer.from([0xff, 0xfe, 0x0a, 0xff, 0x0a])],
    "with a change that is deep": ["shape", () => signed([`${"[".repeat(20_000)}${"]".repeat(20_000)}`])],
    "with a stamp that is none": ["shape", () => answer({ changes: [change(5, { stamps: { id: "tomorrow" } })] })],
    "with a change of 200,000 columns": [
      "shape",
      () =>
        signed([
          JSON.stringify({ ...change(5), values: Object.fromEntries(many(200_000).map(({ seq }) => [seq, 1])) }),
        ]),
    ],
    "with a tail of 200,000 origins": [
      "cut",
      () => withTail({ vector: Object.fromEntries(many(200_000).map(({ seq }) => [`n1:${seq}`, 1])) }),
    ],
    "with a number for a stamp elsewhere": [
      "shape",
      () => answer({ changes: [change(5, { values: { count: 1 }, stamps: { count: "000000000001" } })] }),
    ],
    "with a new row without a stamp": [
      "shape",
      () => answer({ changes: [change(5, { operation: "insert", stamps: {} })] }),
    ],
    "with an update of columns without a stamp": ["shape", () => answer({ changes: [change(5, { stamps: {} })] })],
    "with a column that is a list": ["shape", () => signed([JSON.stringify({ ...change(5), values: { id: [] } })])],
    "with a field that is not known": ["shape", () => signed([JSON.stringify({ ...change(5), more: 1 })])],
    "with an origin that is none": ["shape", () => answer({ changes: [change(5, { origin: "n1" })] })],
    "with more than was asked for": ["count", () => answer({ changes: many(2_001) })],
    "that is too large": ["tooLarge", () => Buffer.alloc(answerMaxBytes + 1, "x")],
  };
  test.each(Object.entries(cases))("%s", async (_what, [reason, make]) => {
    expect(await refusalOf(make())).toBe(reason);
  });

  test("with more changes than this node wanted", async () => {
    expect(await refusalOf(answer(), { max: 1 })).toBe("count");
  });

  test("a bomb of zeros is refused before it is unpacked", async () => {
    const bomb = await pack("0".repeat(3 * answerMaxBytes));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(unpack(bomb)).rejects.toMatchObject({ code: "NODE_ANSWER_REFUSED", detail: "tooLarge" });
    await expect(unpack(Buffer.from("no zstd"))).rejects.toMatchObject({ detail: "cut" });
    const whole = await pack(answer());
    await expect(unpack(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ detail: "cut" });
  });
});

const many = (count: number) => Array.from({ length: count }, (_, at) => change(5 + at));

/** Returns an answer whose tail says something else than was signed. */
function withTail(part: object): string {
  const lines = answer().trimEnd().split("\n");
  const tail = JSON.parse(lines.at(-1) ?? "{}") as object;
  return `${[...lines.slice(0, -1), JSON.stringify({ ...tail, ...part })].join("\n")}\n`;
}

/** Returns an answer of a peer that signs lines which are no changes. */
function signed(lines: readonly string[]): string {
  const { changes: _none, ...around } = parts();
  return signedLines(lines, around, keys);
}
