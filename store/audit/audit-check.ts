import { auditVerifyRowsMax } from "#domain/audit-limits.ts";
import { type AuditFinding, type AuditFindingKind, type LostAnchor, oldDefect } from "#domain/audit/audit-finding.ts";
import { positionsFrom } from "#domain/restore-epoch.ts";

import type { Database } from "../database.ts";
import { isMiswritten } from "../miswritten-row.ts";
import type { SqlRow } from "../sql/sql.ts";
import type { ChainHead } from "./audit-chain.ts";
import { type ChainLink, hasContentHash, type HashKeys, isLinkHash, isRowHash } from "./audit-content.ts";

/** Progress of a walk along a chain. */
export interface ChainPlace extends ChainHead {
  /** True while all rows so far are older than the hashes of rows. */
  readonly old: boolean;
}

/** Findings of one step of a check. */
export interface CheckedRows<Place> {
  readonly checked: number;
  readonly findings: readonly AuditFinding[];
  /** Start of the next step; null at the end. */
  readonly next: Place | null;
}

/** Checks the audit, a bounded number of rows at a time, and changes nothing. */
export interface AuditCheck {
  /** Lists the nodes that have a chain. */
  nodes(): Promise<string[]>;
  /** Returns the place before the first row at or after a moment (milliseconds UTC); the start of the chain if the moment is null. */
  startOf(node: string, from: number | null): Promise<ChainPlace>;
  /** Returns the place at a position, so that a walk can continue after it. */
  placeOf(node: string, position: number): Promise<ChainPlace>;
  /** Returns the last place whose row is not after a moment; the head if the moment is null. */
  endOf(node: string, to: number | null): Promise<ChainHead>;
  /** Checks the links after a place, up to an end, with their rows. */
  walk(after: ChainPlace, end: ChainHead): Promise<CheckedRows<ChainPlace>>;
  /** Checks the rows that are not on the chain, in the order of keys after one. */
  unchained(after: string): Promise<CheckedRows<string>>;
  /** Checks the end of a chain against its head. */
  ending(head: ChainHead): Promise<readonly AuditFinding[]>;
  /**
   * Checks the hash of a position against the one that was kept elsewhere; returns the finding, or how a restore lost the position; null if
   * the hash matches.
   */
  anchor(anchor: ChainHead): Promise<AuditFinding | LostAnchor | null>;
  /** Counts the audit rows. */
  rows(): Promise<number>;
}

const walkText =
  "SELECT c.`node` AS `chainNode`, c.`position`, c.`rowKey`, c.`rowHash`, c.`hash`, s.* FROM `auditChain` c " +
  "LEFT JOIN `sesslog_full` s ON s.`key` = c.`rowKey` WHERE c.`node` = ? AND c.`position` > ? AND c.`position` <= ? " +
  `ORDER BY c.\`position\` LIMIT ${auditVerifyRowsMax}`;

/** Makes the check of a database's audit. */
export function createAuditCheck({ read }: Pick<Database, "read">, keys: HashKeys): AuditCheck {
  const headOf = async (node: string): Promise<ChainHead> => {
    const [row] = await read("SELECT `position`, `hash` FROM `auditChainHeads` WHERE `node` = ?", [node]);
    return { node, position: Number(row?.["position"] ?? 0), hash: (row?.["hash"] as string | undefined) ?? "" };
  };
  return {
    async nodes() {
      const rows = await read(
        "SELECT `node` FROM `auditChainHeads` WHERE `node` <> '' UNION SELECT DISTINCT `node` FROM `auditChain`",
      );
      return rows.map((row) => row["node"] as string).toSorted();
    },
    startOf: (node, from) => startOf(read, node, from),
    placeOf: (node, position) => placeToGoOn(read, node, position),
    async endOf(node, to) {
      if (to === null) return headOf(node);
      const edge = await edgeAt(read, node, { aggregate: "MAX", compare: "<=", moment: to });
      return edge === null ? { node, position: 0, hash: "" } : placeAt(read, node, edge);
    },
    walk: (after, end) => walk({ read, keys }, after, end),
    unchained: (after) => unchained({ read, keys }, after),
    async ending(head) {
      const found = (kind: AuditFindingKind) => [{ kind, node: head.node, position: head.position, rowKey: null }];
      const place = await placeAt(read, head.node, head.position);
      if (head.position > 0 && place.hash !== head.hash) return found("endMissing");
      const [last] = await read("SELECT MAX(`position`) AS `last` FROM `auditChain` WHERE `node` = ?", [head.node]);
      const { position } = await headOf(head.node);
      return Number(last?.["last"] ?? 0) > position && position === head.position ? found("endSurplus") : [];
    },
    anchor: (anchor) => checkAnchor({ read, keys }, anchor),
    async rows() {
      const [row] = await read("SELECT COUNT(*) AS `n` FROM `sesslog_full`");
      return Number(row?.["n"]);
    },
  };
}

type Read = Database["read"];

interface CheckParts {
  readonly read: Read;
  readonly keys: HashKeys;
}

async function startOf(read: Read, node: string, from: number | null): Promise<ChainPlace> {
  const first = from === null ? 1 : await edgeAt(read, node, { aggregate: "MIN", compare: ">=", moment: from });
  if (first === null) return { node, position: Number.MAX_SAFE_INTEGER, hash: "", old: false };
  return placeToGoOn(read, node, first - 1);
}

/** Returns the place at a position, or the last one before it: a restore leaves positions out. */
async function placeToGoOn(read: Read, node: string, position: number): Promise<ChainPlace> {
  const [row] = await read(
    "SELECT c.`position`, c.`hash`, s.`contentHash` FROM `auditChain` c LEFT JOIN `sesslog_full` s ON s.`key` = c.`rowKey` " +
      "WHERE c.`node` = ? AND c.`position` <= ? ORDER BY c.`position` DESC LIMIT 1",
    [node, position],
  );
  if (row === undefined) return { node, position: 0, hash: "", old: true };
  return { node, position: Number(row["position"]), hash: row["hash"] as string, old: row["contentHash"] === "" };
}

async function placeAt(read: Read, node: string, position: number): Promise<ChainHead> {
  const [row] = await read("SELECT `hash` FROM `auditChain` WHERE `node` = ? AND `position` = ?", [node, position]);
  return { node, position, hash: (row?.["hash"] as string | undefined) ?? "" };
}

const restoresText = "SELECT * FROM `sesslog_full` WHERE `operation` = 'RSTD' AND `result` = 'S'";

/** Returns the epochs that the service has begun, by audit rows that it wrote itself, oldest first. */
async function epochsOf({ read, keys }: CheckParts): Promise<readonly number[]> {
  const rows = await read(restoresText);
  return rows
    .filter((row) => hasContentHash(keys, row))
    .map((row) => (JSON.parse(String(row["message"])) as { epoch?: number }).epoch ?? 0)
    .toSorted((a, b) => a - b);
}

async function checkAnchor(
  { read, keys }: CheckParts,
  { node, position, hash }: ChainHead,
): Promise<AuditFinding | LostAnchor | null> {
  const place = await placeAt(read, node, position);
  if (place.hash === hash) return null;
  const broken = { kind: "anchorBroken", node, position, rowKey: null } as const;
  if (place.hash !== "") return broken;
  const epoch = (await epochsOf({ read, keys })).find((begun) => positionsFrom(begun) >= position);
  if (epoch === undefined) return broken;
  const last = await placeToGoOn(read, node, positionsFrom(epoch));
  return last.position < position ? { node, position, restoredAt: epoch, keptUpTo: last.position } : broken;
}

interface Edge {
  readonly aggregate: "MIN" | "MAX";
  readonly compare: ">=" | "<=";
  readonly moment: number;
}

async function edgeAt(read: Read, node: string, { aggregate, compare, moment }: Edge): Promise<number | null> {
  const [row] = await read(
    `SELECT ${aggregate}(c.\`position\`) AS \`position\` FROM \`sesslog_full\` s JOIN \`auditChain\` c ON c.\`rowKey\` = s.\`key\` ` +
      `WHERE s.\`time\` ${compare} ? AND c.\`node\` = ?`,
    [moment, node],
  );
  return row?.["position"] === null || row === undefined ? null : Number(row["position"]);
}

async function walk({ read, keys }: CheckParts, after: ChainPlace, end: ChainHead): Promise<CheckedRows<ChainPlace>> {
  const { node } = after;
  const rows = await read(walkText, [node, after.position, end.position]);
  const findings: AuditFinding[] = [];
  let place = after;
  for (const row of rows) {
    const link: ChainLink = {
      node,
      position: Number(row["position"]),
      rowKey: row["rowKey"] as string,
      rowHash: row["rowHash"] as string,
    };
    const found = (kind: AuditFindingKind) => ({ kind, node, position: link.position, rowKey: link.rowKey });
    // The keyed hash tells which link the service put before this one; after a restore, its number is not the previous one.
    if (!isLinkHash(keys, link, place.hash, row["hash"] as string)) {
      const expected = place.position + 1;
      const missing = { kind: "placeMissing", node, position: expected, rowKey: null } as const;
      findings.push(link.position === expected ? found("placeChanged") : missing);
    }
    const old = place.old && row["contentHash"] === "";
    const wrong = wrongWithRow(keys, row, old);
    if (wrong !== null) findings.push(found(wrong));
    place = { node, position: link.position, hash: row["hash"] as string, old };
  }
  return { checked: rows.length, findings, next: rows.length < auditVerifyRowsMax ? null : place };
}

function wrongWithRow(keys: HashKeys, row: SqlRow, old: boolean): AuditFindingKind | null {
  if (row["key"] === null) return "rowMissing";
  if (!isRowHash(keys, row, row["rowHash"] as string)) return "rowChanged";
  return old ? null : wrongWithContent(keys, row);
}

function wrongWithContent(keys: HashKeys, row: SqlRow): AuditFindingKind | null {
  if (hasContentHash(keys, row)) return null;
  return isMiswritten(keys, row) ? oldDefect : "rowForged";
}

async function unchained({ read, keys }: CheckParts, after: string): Promise<CheckedRows<string>> {
  const page = await read(
    `SELECT COUNT(*) AS \`n\`, MAX(\`key\`) AS \`last\` FROM (SELECT \`key\` FROM \`sesslog_full\` WHERE \`key\` > ? ORDER BY \`key\` LIMIT ${auditVerifyRowsMax}) AS \`page\``,
    [after],
  );
  const last = page[0]?.["last"] as string | null | undefined;
  if (last === null || last === undefined) return { checked: 0, findings: [], next: null };
  const rows = await read(
    "SELECT s.*, p.`id` AS `pendingId` FROM `sesslog_full` s LEFT JOIN `auditChain` c ON c.`rowKey` = s.`key` " +
      "LEFT JOIN `auditPending` p ON p.`rowKey` = s.`key` WHERE c.`rowKey` IS NULL AND s.`key` > ? AND s.`key` <= ?",
    [after, last],
  );
  const findings = rows.flatMap((row): AuditFinding[] => {
    const kind = row["pendingId"] === null ? "rowSurplus" : wrongWithContent(keys, row);
    return kind === null ? [] : [{ kind, node: row["node"] as string, position: null, rowKey: row["key"] as string }];
  });
  return { checked: Number(page[0]?.["n"]), findings, next: last };
}
