import { ServiceError } from "#domain/errors.ts";
import type { ReplicatedChange, Tenure } from "#domain/replication/replicated-change.ts";

import { isTable, tables } from "../tables.ts";
import type { Answer } from "./replication.ts";

const nameMax = 190;
const stampMax = 80;
const operations: ReadonlySet<string> = new Set(["insert", "update", "remove"]);
const originForm = /^.{1,40}:\d{1,16}$/s;
const stampForm = /^(?:[0-9a-f]{12,}.*)?$/s;

/**
 * Refuses what is no answer: another node is believed in what it may decide, and not in the form.
 * @throws INPUT_INVALID
 */
export function requireAnswer({ from, logEpoch, position, changes }: Answer): void {
  if (!isName(from) || !isCount(logEpoch) || !isCount(position)) refuse("the answer names no node or no position");
  for (const change of changes) {
    const fault = faultOf(change);
    if (fault !== undefined) refuse(`change ${change.seq} of ${change.origin} ${fault}`);
  }
}

function refuse(why: string): never {
  throw new ServiceError("INPUT_INVALID", { message: `Another node has sent no usable answer: ${why}.` });
}

const isName = (text: unknown): boolean => typeof text === "string" && text !== "" && text.length <= nameMax;
const isCount = (number: unknown): boolean => Number.isSafeInteger(number) && Number(number) >= 0;
const isStamp = (stamp: unknown): boolean =>
  typeof stamp === "string" && stamp.length <= stampMax && stampForm.test(stamp);

type Fault = readonly [words: string, isFault: (change: ReplicatedChange) => boolean];

const faults: readonly Fault[] = [
  [
    "has no place",
    ({ origin, seq, schema }) => !originForm.test(origin) || !isCount(seq) || seq === 0 || !isCount(schema),
  ],
  ["names no row", ({ table, key, operation }) => !isName(table) || !isName(key) || !operations.has(operation)],
  ["has a value that is none", ({ values }) => !Object.values(values).every(isScalar)],
  [
    "has a stamp that is none",
    ({ stamps, base = {}, life }) => ![...Object.values(stamps), ...Object.values(base), life].every(isStamp),
  ],
  ["has no usable tenure", ({ tenure }) => tenure !== undefined && !isTenure(tenure)],
];

const isTenure = ({ node, epoch, claim }: Tenure): boolean =>
  isName(node) && isCount(epoch) && epoch > 0 && isStamp(claim);

function faultOf(change: ReplicatedChange): string | undefined {
  const [words] = faults.find(([, isFault]) => isFault(change)) ?? [];
  if (words !== undefined || !isTable(change.table)) return words;
  return faultInRow(change, tables[change.table].primaryKey);
}

function faultInRow({ operation, key, values, stamps }: ReplicatedChange, primaryKey: string): string | undefined {
  const named = values[primaryKey];
  if (named !== undefined ? named !== key : operation === "insert") return "names another key in its values";
  if (operation !== "insert" && new Set(Object.values(stamps)).size > 1) return "has several stamps";
  if (operation === "remove" && stamps[primaryKey] === undefined) return "has no stamp";
  return undefined;
}

const isScalar = (value: unknown): boolean => value === null || typeof value === "string" || Number.isFinite(value);
