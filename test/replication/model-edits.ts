import type { Random } from "#domain/random.fixture.ts";
import { conflictState, reverting, settledBy, type Conflict } from "#domain/replication/conflicts.ts";
import type { MergedRow } from "#domain/replication/replicated-change.ts";

import { hashOf, type ModelNode, type Write } from "./model-node.ts";

/** Sources of an edit: chance, and names that no other edit has. */
export interface EditParts {
  readonly random: Random;
  readonly node: ModelNode;
  /** Returns a text that no earlier edit has written. */
  fresh(): string;
}

type Edit = (parts: EditParts) => Write | undefined;

/** Few IDs, objects and accounts, so that nodes meet at the same ones. */
const ids = ["anna", "ben", "carla", "dora"];
const objects = 8;
const vaultAccounts = 2;
const usersMax = 12;
const requestsMax = 10;

const edits: readonly (readonly [weight: number, edit: Edit])[] = [
  [12, editUser],
  [14, editAccount],
  [8, editRequest],
  [3, takeOver],
  [4, revoke],
  [4, ({ fresh }) => ({ table: "audit", key: fresh(), operation: "insert", values: { words: fresh() } })],
  [3, savePolicy],
  [12, editVault],
  [3, settleConflict],
  [3, editBadge],
];

/** Returns a random edit for a node; undefined if nothing is there to be edited. */
export function randomEdit(parts: EditParts): Write | undefined {
  const total = edits.reduce((sum, [weight]) => sum + weight, 0);
  let left = parts.random.below(total);
  for (const [weight, edit] of edits) {
    left -= weight;
    if (left < 0) return edit(parts);
  }
  return undefined;
}

function editUser({ random, node, fresh }: EditParts): Write | undefined {
  const keys = node.living("users");
  const create = keys.length < usersMax && random.below(3) === 0;
  if (create || keys.length === 0) {
    const values = { id: random.pick(ids), name: fresh(), disabled: "no" };
    return { table: "users", key: hashOf(fresh()), operation: "insert", values };
  }
  const key = random.pick(keys);
  if (random.below(12) === 0) return { table: "users", key, operation: "remove" };
  const badge = node.disk.schema === 2 ? [{ badge: fresh() }] : [];
  const values = random.pick([{ name: fresh() }, { disabled: fresh() }, { id: random.pick(ids) }, ...badge]);
  return { table: "users", key, operation: "update", values };
}

/** Accounts have the key of their object, so several nodes make, remove and make again the same row. */
function editAccount({ random, node, fresh }: EditParts): Write {
  const stableId = String(random.below(objects));
  const key = hashOf(stableId);
  const row = node.row("accounts", key);
  if (row === undefined || row.removed !== undefined)
    return {
      table: "accounts",
      key,
      operation: "insert",
      values: { stableId, owner: fresh(), note: fresh() },
      bySet: random.below(2) === 0,
    };
  if (random.below(6) === 0) return { table: "accounts", key, operation: "remove", bySet: random.below(2) === 0 };
  const values = random.pick([{ owner: fresh() }, { note: fresh() }, { owner: fresh(), note: fresh() }]);
  return { table: "accounts", key, operation: "update", values, bySet: random.below(2) === 0 };
}

function editRequest({ random, node, fresh }: EditParts): Write {
  const keys = node.living("requests");
  const own = keys.filter((key) => node.row("requests", key)?.tenure?.node === node.name);
  if (own.length === 0 || (keys.length < requestsMax && random.below(4) === 0))
    return { table: "requests", key: fresh(), operation: "insert", values: { status: fresh(), note: fresh() } };
  const key = random.pick(own);
  if (random.below(15) === 0) return { table: "requests", key, operation: "remove" };
  return { table: "requests", key, operation: "update", values: random.pick([{ status: fresh() }, { note: fresh() }]) };
}

function takeOver({ random, node }: EditParts): Write | undefined {
  const foreign = node.living("requests").filter((key) => node.row("requests", key)?.tenure?.node !== node.name);
  if (foreign.length === 0) return undefined;
  return { table: "requests", key: random.pick(foreign), operation: "update", takesOver: true };
}

function revoke({ random, node, fresh }: EditParts): Write {
  const keys = node.living("revokedTokens");
  if (keys.length > 4 && random.below(2) === 0)
    return { table: "revokedTokens", key: random.pick(keys), operation: "remove" };
  return { table: "revokedTokens", key: fresh(), operation: "insert", values: { jti: fresh() } };
}

function savePolicy({ random, node, fresh }: EditParts): Write {
  const name = random.pick(["read", "write"]);
  const known = node.living("policyVersions").map((key) => node.row("policyVersions", key)?.values ?? {});
  const numbers = known.filter((values) => values["name"] === name).map((values) => Number(values["number"]));
  const values = { name, number: Math.max(0, ...numbers) + 1 };
  return { table: "policyVersions", key: hashOf(fresh()), operation: "insert", values };
}

/** Entries of the vault: each follows the newest known one, so nodes that do not know of each other make siblings. */
function editVault({ random, node, fresh }: EditParts): Write | undefined {
  const account = String(random.below(vaultAccounts));
  const entries = node
    .living("vaultEntries")
    .map((key) => ({ key, ...node.row("vaultEntries", key)?.values }) as Entry)
    .filter((entry) => entry.account === account);
  const newest = entries.at(-1);
  if (newest === undefined || random.below(3) === 0) {
    const values = { account, parent: newest?.key ?? "", status: "U", openedAt: null, refusal: null };
    return { table: "vaultEntries", key: fresh(), operation: "insert", values };
  }
  const entry = random.pick(entries.slice(-2));
  const rising = [
    ...(entry.status === "U" ? [{ status: "failed" }] : []),
    ...(entry.status === "C" ? [] : [{ status: "C" }, { status: "C" }]),
    ...(entry.refusal === null ? [{ refusal: fresh() }] : []),
    { openedAt: (entry.openedAt ?? 0) + 1 + random.below(5) },
  ];
  return { table: "vaultEntries", key: entry.key, operation: "update", values: random.pick(rising) };
}

interface Entry {
  readonly key: string;
  readonly account: string;
  readonly status: "U" | "failed" | "C";
  readonly refusal: string | null;
  readonly openedAt: number | null;
}

function settleConflict({ random, node }: EditParts): Write | undefined {
  const rows = node.living("replicationConflicts").map((key) => node.row("replicationConflicts", key) as MergedRow);
  const open = rows.map(({ values }) => values as unknown as Conflict).filter((one) => conflictState(one) === "open");
  if (open.length === 0) return undefined;
  const conflict = random.pick(open);
  const table = conflict.table as Write["table"];
  const lost =
    table === "accounts" || table === "users" ? reverting(conflict, node.row(table, conflict.key)) : undefined;
  if (lost !== undefined && random.below(2) === 0)
    return { table, key: conflict.key, operation: "update", values: lost };
  const settled = { ...settledBy(conflict, lost === undefined ? "accepted" : "reverted", node.name) };
  return { table: "replicationConflicts", key: conflict.id, operation: "update", values: settled };
}

function editBadge({ random, node, fresh }: EditParts): Write | undefined {
  if (node.disk.schema === 1) return undefined;
  const keys = node.living("badges");
  if (keys.length === 0 || random.below(2) === 0)
    return { table: "badges", key: fresh(), operation: "insert", values: { words: fresh() } };
  return { table: "badges", key: random.pick(keys), operation: "update", values: { words: fresh() } };
}
