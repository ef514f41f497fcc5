import type { SqlRow } from "../sql/sql.ts";

/**
 * The hashed columns, by the version of the list. A released list never changes, because the hashes of its rows could no longer be checked;
 * a new column makes a new version.
 */
const hashedColumns: Readonly<Record<string, readonly string[]>> = {
  "1": [
    "key",
    "sessid",
    "seq",
    "time",
    "node",
    "module",
    "operation",
    "result",
    "actor",
    "recipient",
    "ident",
    "targetSystem",
    "account",
    "batchId",
    "ip",
    "requestId",
    "message",
    "day",
    "durationMs",
    "changes",
    "lastUpdatedModule",
    "lastUpdatedNode",
    "version",
  ],
  "2": [
    "key",
    "sessid",
    "seq",
    "time",
    "node",
    "module",
    "operation",
    "result",
    "actor",
    "recipient",
    "ident",
    "targetSystem",
    "account",
    "batchId",
    "ip",
    "requestId",
    "message",
    "day",
    "durationMs",
    "calls",
    "changes",
    "lastUpdatedModule",
    "lastUpdatedNode",
    "version",
  ],
  "3": [
    "key",
    "sessid",
    "seq",
    "time",
    "node",
    "module",
    "operation",
    "result",
    "actor",
    "recipient",
    "ident",
    "targetSystem",
    "account",
    "batchId",
    "requested",
    "ip",
    "requestId",
    "message",
    "day",
    "durationMs",
    "calls",
    "changes",
    "lastUpdatedModule",
    "lastUpdatedNode",
    "version",
  ],
};

/** Values that a row must hold in columns added after the version of its hash. */
const laterColumns: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "1": { calls: 1, requested: null },
  "2": { requested: null },
};

const newest = "3";
const contentPurpose = "audit row";
const rowPurpose = "audit row on the chain";
const linkPurpose = "audit chain";

/** Functions that make and check keyed hashes. */
export interface HashKeys {
  fingerprint(purpose: string, text: string): string;
  isFingerprint(purpose: string, text: string, fingerprint: string): boolean;
}

/** Link of a row in the chain of its node. */
export interface ChainLink {
  readonly node: string;
  /** Position, from 1, without gaps except those that restores leave. */
  readonly position: number;
  readonly rowKey: string;
  /** Result of `rowHash` when the row was put on the chain. */
  readonly rowHash: string;
}

/** Returns the keyed hash that a row carries from its insert on, over all of its content. */
export function contentHash(keys: HashKeys, row: SqlRow): string {
  return `${newest}.${keys.fingerprint(contentPurpose, canonical(newest, row))}`;
}

/** Returns true if a row still has the content with which it was written. */
export function hasContentHash(keys: HashKeys, row: SqlRow): boolean {
  const hash = String(row["contentHash"]);
  return hasNothingLater(row, hash) && isHash(keys, contentPurpose, (version) => canonical(version, row), hash);
}

/** Returns the keyed hash of a whole row for the chain, including its own hash and its stamps. */
export function rowHash(keys: HashKeys, row: SqlRow): string {
  return `${newest}.${keys.fingerprint(rowPurpose, whole(newest, row))}`;
}

/** Returns true if a whole row is the same as when it was put on the chain. */
export function isRowHash(keys: HashKeys, row: SqlRow, hash: string): boolean {
  return hasNothingLater(row, hash) && isHash(keys, rowPurpose, (version) => whole(version, row), hash);
}

/** Returns the keyed hash of a link: over its position, the hash of its row, and the hash of the link before. */
export function linkHash(keys: HashKeys, link: ChainLink, previous: string): string {
  return `${newest}.${keys.fingerprint(linkPurpose, linkText(link, previous))}`;
}

/** Returns true if a link follows from the one before. */
export function isLinkHash(keys: HashKeys, link: ChainLink, previous: string, hash: string): boolean {
  return isHash(keys, linkPurpose, () => linkText(link, previous), hash);
}

/** The columns of the newest list and those that only the chain covers. */
export const coveredColumns: readonly string[] = [...(hashedColumns[newest] ?? []), "contentHash", "_v"];

function isHash(keys: HashKeys, purpose: string, textOf: (version: string) => string, hash: string): boolean {
  const dot = hash.indexOf(".");
  const version = hash.slice(0, dot);
  if (!Object.hasOwn(hashedColumns, version)) return false;
  return keys.isFingerprint(purpose, textOf(version), hash.slice(dot + 1));
}

function hasNothingLater(row: SqlRow, hash: string): boolean {
  const later = laterColumns[hash.slice(0, hash.indexOf("."))] ?? {};
  return Object.entries(later).every(([column, value]) => (row[column] ?? null) === value);
}

function canonical(version: string, row: SqlRow): string {
  return JSON.stringify((hashedColumns[version] ?? []).map((column) => row[column] ?? null));
}

function whole(version: string, row: SqlRow): string {
  return JSON.stringify([canonical(version, row), row["contentHash"] ?? null, row["_v"] ?? null]);
}

/** Returns the text that the hash of a link covers. */
export function linkText({ node, position, rowKey, rowHash: hash }: ChainLink, previous: string): string {
  return JSON.stringify([node, position, rowKey, hash, previous]);
}
