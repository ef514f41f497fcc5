import { Secret } from "#connectors/contract/index.ts";
import type { Random } from "#domain/random.fixture.ts";
import { objectKey } from "#platform/object-key.ts";
import { valuesText } from "#store/changes/value-texts.ts";
import type { SqlRow } from "#store/sql/sql.ts";

import type { StoreNode } from "./store-node.ts";

/** Sources of an edit: chance, and names that no other edit has. */
export interface StoreEditParts {
  readonly random: Random;
  readonly node: StoreNode;
  /** Returns a text that no earlier edit has written. */
  fresh(): string;
  now(): number;
}

/** Row that must be on all nodes in the end. */
export interface KeptRow {
  readonly table: "sesslog_full" | "vaultEntries";
  readonly key: string;
  readonly isConfirmed?: boolean;
}

type Edit = (parts: StoreEditParts) => Promise<KeptRow | undefined>;

/** Few IDs, objects and accounts of the vault, so that nodes meet at the same ones. */
const ids = ["anna", "ben", "carla", "dora"];
const objects = 6;
const vaultAccounts = 2;
const rowsMax = 10;
const target = "T";

const edits: readonly (readonly [weight: number, edit: Edit])[] = [
  [12, editUser],
  [14, editAccount],
  [4, editSet],
  [3, giveValues],
  [8, editRun],
  [6, editEnforcement],
  [3, takeOver],
  [4, revoke],
  [4, audit],
  [3, savePolicy],
  [12, editVault],
  [6, editWebhook],
];

/** Makes a random edit on a node; returns the row that it has promised to keep. */
export async function storeEdit(parts: StoreEditParts): Promise<KeptRow | undefined> {
  const total = edits.reduce((sum, [weight]) => sum + weight, 0);
  let left = parts.random.below(total);
  for (const [weight, edit] of edits) {
    left -= weight;
    if (left < 0) return edit(parts);
  }
  return undefined;
}

const rowsOf = (node: StoreNode, table: string): Promise<SqlRow[]> =>
  node.database.read(`SELECT * FROM \`${table}\` ORDER BY 1`);

async function editUser({ random, node, fresh }: StoreEditParts): Promise<undefined> {
  const { store } = node;
  const rows = await rowsOf(node, "users");
  const free = ids.filter((id) => !rows.some((row) => row["id"] === id && row["claimPlace"] === ""));
  if (rows.length < rowsMax && free.length > 0 && (rows.length === 0 || random.below(3) === 0)) {
    const id = random.pick(free);
    await store.transaction(() => store.add("users", { key: fresh(), id, displayName: fresh() }));
    return;
  }
  if (rows.length === 0) return;
  const key = String(random.pick(rows)["key"]);
  if (random.below(12) === 0) await store.transaction(() => store.remove("users", key));
  else {
    const id = free.length > 0 && random.below(3) === 0 ? { id: random.pick(free) } : {};
    const change = random.pick([{ displayName: fresh() }, { mail: fresh(), displayName: fresh() }, { disabled: true }]);
    await store.transaction(() => store.save("users", { key, ...change, ...id }));
  }
}

/** Accounts have the key of their object, so several nodes make, remove and make again the same row; grants follow them. */
async function editAccount({ random, node, fresh }: StoreEditParts): Promise<undefined> {
  const { store } = node;
  const stableId = String(random.below(objects));
  const key = objectKey({ type: "account", targetSystemKey: target, stableId });
  const row = await store.get("accounts", key);
  const names = { longId: stableId, shortId: stableId, displayId: fresh() };
  await store.transaction(async () => {
    if (row === undefined)
      await store.save("accounts", { key, targetSystemKey: target, stableId, ...names, userKey: fresh() });
    else if (random.below(6) === 0) await store.remove("accounts", key);
    else await store.save("accounts", { key, ...random.pick([{ userKey: fresh() }, { displayId: fresh() }]) });
  });
}

/** Changes and removes accounts by statements over sets, as discoveries do. */
async function editSet({ random, node, fresh }: StoreEditParts): Promise<undefined> {
  const where = { text: "t.`stableId` <= ?", values: [String(random.below(objects))] };
  const remove = random.below(3) === 0;
  await node.database.transactions.run(async () => {
    if (remove) await node.sets.remove("accounts", where);
    else await node.sets.updateOwn({ table: "accounts", columns: { displayId: "?" }, values: [fresh()], where });
  });
}

/** Gives an account its values, which stand in one row of the log. */
async function giveValues({ random, node, fresh }: StoreEditParts): Promise<undefined> {
  const [account] = random.shuffle(await rowsOf(node, "accounts"));
  if (account === undefined) return;
  const owner = String(account["key"]);
  const known = (await rowsOf(node, "accountAttributes")).some((row) => row["accountKey"] === owner);
  if (known) return;
  const text = valuesText([
    ["mail", 0, fresh(), "00000000"],
    ["mail", 1, fresh(), "00000001"],
  ]);
  const { values: read } = node.sets.sql;
  const source = { text: "(SELECT ? AS `owner`, ? AS `values`) s", values: [owner, text] };
  await node.database.transactions.run(() =>
    node.sets.insertOfOwners({
      table: "accountAttributes",
      columns: {
        key: read.key("s.`owner`"),
        accountKey: "s.`owner`",
        name: read.name,
        sequence: read.sequence,
        value: read.value("s.`values`"),
      },
      source: { ...source, text: `${source.text}, ${read.rows("s.`values`")}` },
      owners: { key: "s.`owner`", rows: "s.`values`", source },
    }),
  );
}

async function editRun({ random, node, fresh, now }: StoreEditParts): Promise<undefined> {
  const { store } = node;
  const own = (await rowsOf(node, "runs")).filter((row) => row["homeNode"] === node.name);
  await store.transaction(async () => {
    if (own.length === 0 || random.below(3) === 0) {
      const row = { key: fresh(), kind: "randomize", reason: "asked", requestId: fresh(), state: "queued" } as const;
      await store.add("runs", { ...row, createdAt: now() });
      return;
    }
    const key = String(random.pick(own)["key"]);
    if (random.below(8) === 0) await store.remove("runs", key);
    else await store.save("runs", { key, state: random.pick(["running", "paused", "ended"] as const) });
  });
}

/** A run with people in it, which its home alone adds. */
async function editEnforcement({ random, node, fresh, now }: StoreEditParts): Promise<undefined> {
  const { store } = node;
  const own = (await rowsOf(node, "enforcementRuns")).filter((row) => row["homeNode"] === node.name);
  await store.transaction(async () => {
    if (own.length === 0 || random.below(4) === 0) {
      const run = {
        kind: "autores",
        reason: "change",
        state: "running",
        userKeys: null,
        threads: 1,
        largeRemovals: [],
        requestId: fresh(),
        createdAt: now(),
      } as const;
      await store.add("enforcementRuns", { key: fresh(), ...run });
      return;
    }
    const runKey = String(random.pick(own)["key"]);
    const items = (await rowsOf(node, "enforcementItems")).filter(
      (row) => row["runKey"] === runKey && row["homeNode"] === node.name,
    );
    const item = items.length === 0 ? undefined : random.pick(items);
    if (item === undefined || random.below(2) === 0)
      await store.add("enforcementItems", {
        key: fresh(),
        runKey,
        userKey: fresh(),
        differences: [],
        state: "waiting",
        requestKeys: [],
      });
    else await store.save("enforcementItems", { key: String(item["key"]), errorMessage: fresh() });
  });
}

/** Takes some rows of another node over, which may go on meanwhile. */
async function takeOver({ random, node }: StoreEditParts): Promise<undefined> {
  const homes = (await rowsOf(node, "enforcementRuns")).map((row) => String(row["homeNode"]));
  const others = homes.filter((name) => name !== node.name);
  if (others.length === 0) return;
  await node.store.transaction(() => node.store.homes.takeOver(random.pick(others), 1 + random.below(30)));
}

async function revoke({ random, node, fresh }: StoreEditParts): Promise<undefined> {
  const { store } = node;
  const rows = await rowsOf(node, "revokedTokens");
  await store.transaction(async () => {
    if (rows.length > 4 && random.below(2) === 0) await store.remove("revokedTokens", String(random.pick(rows)["jti"]));
    else await store.add("revokedTokens", { jti: fresh(), family: null, expiresAt: 1 });
  });
}

async function audit({ node, fresh }: StoreEditParts): Promise<KeptRow | undefined> {
  const { store } = node;
  const message = fresh();
  await store.transaction(() => store.audit({ sessid: "s", operation: "AUTH", result: "S", message }));
  const [row] = await node.database.read("SELECT `key` FROM `sesslog_full` WHERE `message` = ?", [message]);
  return row && { table: "sesslog_full", key: String(row["key"]) };
}

async function savePolicy({ random, node, fresh, now }: StoreEditParts): Promise<undefined> {
  const { store } = node;
  const name = random.pick(["read", "write"]);
  const numbers = (await rowsOf(node, "policyVersions")).filter((row) => row["name"] === name);
  const number = Math.max(0, ...numbers.map((row) => Number(row["number"]))) + 1;
  const version = { key: fresh(), name, number, action: "saved", changedBy: "a", changedAt: now() };
  await store.transaction(() => store.add("policyVersions", version as never));
}

async function editVault({ random, node, fresh, now }: StoreEditParts): Promise<KeptRow | undefined> {
  const { store } = node;
  const managedAccountKey = String(random.below(vaultAccounts));
  const entries = (await rowsOf(node, "vaultEntries")).filter((row) => row["managedAccountKey"] === managedAccountKey);
  const newest = entries.at(-1);
  if (newest === undefined || random.below(3) === 0) {
    const key = fresh();
    const secret = store.seal(new Secret(fresh()), { table: "vaultEntries", column: "secret", key });
    const row = { key, managedAccountKey, parentKey: newest === undefined ? null : String(newest["key"]), secret };
    const made = { ...row, origin: "randomized", status: "U", createdAt: now(), createdNode: node.name } as const;
    await store.transaction(() => store.add("vaultEntries", made));
    return { table: "vaultEntries", key };
  }
  const { key, status, refusal, openedAt } = random.pick(entries.slice(-2));
  const rising = [
    ...(status === "U" ? [{ status: "failed" as const }] : []),
    ...(status === "C" ? [] : [{ status: "C" as const }]),
    ...(refusal === null ? [{ refusal: fresh() }] : []),
    { openedAt: Number(openedAt ?? 0) + 1 + random.below(5) },
  ];
  const change = random.pick(rising);
  await store.transaction(() => store.save("vaultEntries", { key: String(key), ...change }));
  return { table: "vaultEntries", key: String(key), isConfirmed: "status" in change && change.status === "C" };
}

/** Webhooks have secrets, which may be replaced. */
async function editWebhook({ random, node, fresh, now }: StoreEditParts): Promise<undefined> {
  const { store } = node;
  const rows = await rowsOf(node, "webhooks");
  const isNew = rows.length < 4 && (rows.length === 0 || random.below(2) === 0);
  const key = isNew ? fresh() : String(random.pick(rows)["key"]);
  const secret = store.seal(new Secret(fresh()), { table: "webhooks", column: "secret", key });
  await store.transaction(async () => {
    if (isNew) await store.add("webhooks", { key, url: fresh(), secret, createdAt: now() });
    else
      await store.save("webhooks", { key, ...random.pick([{ secret }, { url: fresh() }, { secret, url: fresh() }]) });
  });
}
