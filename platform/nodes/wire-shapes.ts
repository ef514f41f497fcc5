import { z } from "zod";

import { changedKeyMaxCharacters, changedNameMaxCharacters, nodeNonceMaxCharacters } from "#domain/node-limits.ts";
import type { ColumnStamps } from "#domain/replication/column-stamps.ts";
import { isCountStamp } from "#domain/replication/conflicts.ts";
import type { ColumnValue, ReplicatedChange } from "#domain/replication/replicated-change.ts";

import { nodeName } from "../settings/setting-schemas.ts";

const count = z.int().min(0);
const name = z.string().min(1).max(changedNameMaxCharacters);
/** Schema of an origin: a node and its incarnation. */
export const originShape = z.string().regex(/^[A-Za-z0-9-]{1,32}:\d{1,16}$/, "must be a node and its incarnation");
const stampForm = /^[0-9a-f]{24}[A-Za-z0-9-]{1,40}$/;
// The stamp of a value that nobody wrote is empty.
const isStamp = (text: string) => text === "" || stampForm.test(text);
const stamp = z.string().refine(isStamp, "must be a stamp");
const isText = (value: unknown) => typeof value === "string";
const isScalar = (value: unknown) => value === null || isText(value) || Number.isFinite(value);
// One check of a whole record: a schema for each of its values takes as long as all the rest of reading an answer.
const stamps = z.custom<ColumnStamps>((given) => isRecordOf(given, isText));
const scalars = z.custom<Readonly<Record<string, ColumnValue>>>((given) => isRecordOf(given, isScalar));

/** Returns true if something is an object with names of columns and values of one kind. */
function isRecordOf(given: unknown, isValue: (value: unknown) => boolean): boolean {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return false;
  return Object.entries(given).every(([column, value]) => isColumnName(column) && isValue(value));
}

const isColumnName = (text: string) => text !== "" && text.length <= changedNameMaxCharacters && text !== "__proto__";

/** Schema of the sequences up to which changes are known, by origin. */
export const vectorShape = z.record(originShape, count);

const tenure = z.strictObject({ node: nodeName, epoch: z.int().min(1), claim: stamp });

/** Schema of a change, as a line of an answer holds it. */
export const changeShape = z
  .strictObject({
    origin: originShape,
    seq: z.int().min(1),
    schema: count,
    table: name,
    key: z.string().min(1).max(changedKeyMaxCharacters),
    operation: z.enum(["insert", "update", "remove"]),
    values: scalars,
    stamps,
    base: stamps.exactOptional(),
    life: stamp,
    tenure: tenure.exactOptional(),
  })
  .refine(hasStamps, "must have stamps of its columns") satisfies z.ZodType<ReplicatedChange>;

type Stamped = Pick<ReplicatedChange, "table" | "operation" | "values" | "stamps" | "base">;

/** Returns true if a change has stamps, and each is one. An update of what each node has of its own names no column, and has none. */
function hasStamps({ table, operation, values, stamps: own, base = {} }: Stamped): boolean {
  if (Object.keys(own).length === 0 && (operation !== "update" || Object.keys(values).length > 0)) return false;
  return [...Object.entries(own), ...Object.entries(base)].every(
    ([column, text]) => isStamp(text) || isCountStamp({ table, column }, text),
  );
}

/** Version of the form of an answer. */
export const wireVersion = "gatehouse-changes-1";

/** Schema of the first line of an answer. */
export const headShape = z.strictObject({
  form: z.literal(wireVersion),
  from: nodeName,
  to: nodeName,
  /** Number of the latest change of the sender's database schema. */
  schema: count,
  epoch: count,
  /** Nonce of the call that is answered. */
  nonce: z.string().min(1).max(nodeNonceMaxCharacters),
});

/** First line of an answer. */
export type AnswerHead = z.infer<typeof headShape>;

/** Schema of the last line of an answer. */
export const tailShape = z.strictObject({
  count,
  position: count,
  vector: vectorShape,
  /** SHA-256 of all lines before, as base64url. */
  hash: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** Secrets of the changes, sealed to the asking node; null if there are none. */
  secrets: z.string().min(1).nullable(),
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
});

/** Last line of an answer. */
export type AnswerTail = z.infer<typeof tailShape>;
