// @databases sqlite mariadb
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { dumpOf } from "#bin/prove/node-dump.ts";
import { Secret } from "#connectors/contract/index.ts";
import { allOf, eq, exceeds } from "#domain/query/condition.ts";
import type { Lane } from "#domain/replication/origin.ts";
import type { NewChange } from "#store/changes/change.ts";
import type { Answer } from "#store/replication/replication.ts";

import { StoreNode } from "./store-node.ts";

let here: StoreNode;
let there: StoreNode;
const nowMs = Date.UTC(2026, 10, 1);
/** Milliseconds by which the clock of this node is ahead. */
let aheadMs = 0;
let seen: NewChange[] = [];

beforeAll(async () => {
  here = await StoreNode.make("n1", ["n1", "n2"], () => nowMs + aheadMs);
  there = await StoreNode.make("n2", ["n1", "n2"], () => nowMs);
  here.store.changeLog.onCommit((change) => seen.push(change));
});
afterAll(async () => {
  await here.remove();
  await there.remove();
});
beforeEach(async () => {
  for (const [to, from] of [
    [here, there],
    [there, here],
  ] as const)
    await to.store.replication.apply(await answerOf(to, from));
  seen = [];
});

const answerOf = async (to: StoreNode, from: StoreNode, lane: Lane = "edits"): Promise<Answer> =>
  from.store.replication.read(await to.store.replication.asking(from.name, 1000, lane));

/** Applies what the other node has, after an alteration, and returns the result. */
async function pull(alter: (answer: Answer) => Answer = (answer) => answer) {
  return here.store.replication.apply(alter(await answerOf(here, there)));
}

const change = (row: { readonly key: string; readonly department?: string }, at: StoreNode = there) =>
  at.store.transaction(() => at.store.save("userPlaces", row));

test("listeners of this process learn of a change that another node has made, as far as it had an effect", async () => {
  await change({ key: "p1", department: "there" });
  await pull();
  expect(seen).toMatchObject([{ table: "userPlaces", key: "p1", operation: "insert", data: { department: "there" } }]);
  await change({ key: "p1", department: "first" });
  aheadMs = 60_000;
  await change({ key: "p1", department: "second" }, here);
  const position = await here.store.changeLog.position();
  seen = [];
  expect(await pull()).toMatchObject({ applied: 1, conflicts: 1 });
  expect(seen.map(({ table }) => table)).toEqual(["replicationConflicts"]);
  const followed = await here.store.changeLog.follow(position, ["userPlaces"], 10);
  expect(followed.changes).toEqual([]);
  expect(await here.store.get("userPlaces", "p1")).toMatchObject({ department: "second" });
});

test("a secret is sealed by the keys of each node", async () => {
  const at = { table: "webhooks", column: "secret", key: "w" } as const;
  const secret = there.store.seal(new Secret("whisper"), at);
  const row = { key: "w", url: "https://example.org", secret, createdAt: 1 };
  await there.store.transaction(() => there.store.add("webhooks", row as never));
  await pull();
  const applied = await here.store.get("webhooks", "w");
  expect(applied?.secret).not.toBe(secret);
  expect(here.store.unseal(String(applied?.secret), at).use((text) => text)).toBe("whisper");
  const [logged] = await here.database.read("SELECT `data` FROM `changeLog` WHERE `rowKey` = 'w'");
  expect(String(logged?.["data"])).not.toContain("whisper");
});

test("of two rows with one ID the older counts, and neither is refused; the other counts when the ID is free", async () => {
  await here.store.transaction(() => here.store.add("users", { key: "u1", id: "anna" }));
  await there.store.transaction(() => there.store.add("users", { key: "u2", id: "Anna" }));
  await pull();
  const places = async () => {
    const rows = await here.database.read("SELECT `key`, `claimPlace` FROM `users` ORDER BY `key`");
    return rows.map((row) => [row["key"], row["claimPlace"] === ""]);
  };
  expect(await places()).toEqual([
    ["u1", true],
    ["u2", false],
  ]);
  await here.store.transaction(() => here.store.save("users", { key: "u1", id: "berta" }));
  await pull();
  expect(await places()).toEqual([
    ["u1", true],
    ["u2", true],
  ]);
});

test("a value that does not fit its column is held with everything behind it, until it fits", async () => {
  await there.store.transaction(() => there.store.audit({ sessid: "s", operation: "AUTH", result: "S" }));
  await change({ key: "p2" });
  const result = await pull((answer) => ({
    ...answer,
    changes: answer.changes.map((one) =>
      one.table === "sesslog_full" ? { ...one, values: { ...one.values, time: null } } : one,
    ),
  }));
  expect(result).toMatchObject({ applied: 0, held: [{ origin: "n2:0", reason: "unfitValue" }] });
  await here.database.transactions.run(() => here.database.write("UPDATE `replicationHeld` SET `retryAt` = 0"));
  expect(await pull()).toMatchObject({ applied: 2, held: [] });
});

test.each<readonly [string, (answer: Answer) => Answer, object]>([
  ["a number that leaves a hole", (answer) => moved(answer, { seq: 999_999 }), { held: [{ reason: "hole" }] }],
  [
    "an origin of no node",
    (answer) => moved(answer, { origin: "n9:0", seq: 1 }),
    { held: [{ reason: "unknownOrigin" }] },
  ],
  [
    "numbers of this node",
    (answer) => moved(answer, { origin: "n1:0", seq: 99_999 }),
    { held: [{ reason: "unknownOrigin" }] },
  ],
  [
    "a stamp of the year 9999",
    (answer) => moved(answer, { stamps: { key: `${Date.UTC(9999, 0, 1).toString(16).padStart(12, "0")}0000` } }),
    { held: [{ reason: "aheadOfTime" }] },
  ],
  [
    "a table that never leaves",
    (answer) => moved(answer, { table: "persistedGrants" }),
    { held: [{ reason: "neverLeaves" }] },
  ],
])("a peer that sends %s changes nothing here", async (name, alter, expected) => {
  const key = `lie-${name}`;
  await change({ key });
  expect(await pull(alter)).toMatchObject({ applied: 0, ...expected });
  expect(await here.store.get("userPlaces", key)).toBeUndefined();
  await here.database.transactions.run(() => here.database.write("UPDATE `replicationHeld` SET `retryAt` = 0"));
  expect(await pull()).toMatchObject({ applied: 1, held: [] });
});

test("rows that a statement adds are equal on both nodes, with the stamps of the columns that it does not name", async () => {
  const names = { stableId: "'set-1'", longId: "'set-1'", shortId: "'set-1'", displayId: "'set-1'" };
  const columns = { key: "'account-set-1'", targetSystemKey: "'T1'", ...names };
  const source = { text: "(SELECT 1 AS `one`) s", values: [] };
  await there.database.transactions.run(() => there.sets.insert({ table: "accounts", columns, source }));
  expect(await pull()).toMatchObject({ applied: 0 });
  const loaded = await here.store.replication.apply(await answerOf(here, there, "load"));
  expect(loaded).toMatchObject({ held: [], conflicts: 0 });
  const dumps = await Promise.all([here, there].map((node) => dumpOf(node)));
  const rows = dumps.map((dump) => [...dump].filter(([at]) => /^(?:accounts|grants) /.test(at)));
  expect(rows[0]).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
});

test("an edit of a loaded row waits for the load, overtakes none of it, and conflicts with nothing", async () => {
  const names = { stableId: "'set-2'", longId: "'set-2'", shortId: "'set-2'", displayId: "'set-2'" };
  const columns = { key: "'account-set-2'", targetSystemKey: "'T1'", ...names };
  const source = { text: "(SELECT 1 AS `one`) s", values: [] };
  const key = "account-set-2";
  await there.database.transactions.run(() => there.sets.insert({ table: "accounts", columns, source }));
  await there.store.transaction(() => there.store.save("accounts", { key, displayId: "by hand" }));
  const where = { text: "t.`key` = ?", values: [key] };
  await there.database.transactions.run(() =>
    there.sets.updateOwn({ table: "accounts", columns: { displayId: "'listed'" }, where }),
  );
  await change({ key: "behind the edit" });
  expect(await pull()).toMatchObject({ applied: 0, held: [{ reason: "missingRow" }] });
  const load = async () => here.store.replication.apply(await answerOf(here, there, "load"));
  // The statement behind the edit waits for it.
  expect((await load()).held.map(({ origin }) => origin)).toEqual(["n2:0", "n2:1"]);
  expect(await pull()).toMatchObject({ applied: 2, conflicts: 0 });
  expect(await load()).toMatchObject({ applied: 1, held: [], conflicts: 0 });
  expect(await here.store.get("accounts", key)).toMatchObject({ displayId: "listed" });
  expect(await here.store.get("userPlaces", "behind the edit")).toBeDefined();
});

test("a part of a load waits for the small edits that stand before it", async () => {
  const where = { text: "t.`key` = ?", values: ["account-set-2"] };
  await there.database.transactions.run(() =>
    there.sets.updateOwn({ table: "accounts", columns: { displayId: "'listed again'" }, where }),
  );
  await change({ key: "before the part" });
  const part = await answerOf(here, there, "load");
  await change({ key: "behind the part" });
  expect(await here.store.replication.apply(part)).toMatchObject({ applied: 0, isAhead: true });
  await pull();
  expect(await here.store.replication.apply(part)).toMatchObject({ applied: 1, isAhead: false });
});

test("a row is elsewhere once an active node has said that it has it, since the database was last restored", async () => {
  await change({ key: "e1", department: "here" }, here);
  await change({ key: "e2" });
  const elsewhere = async () => [...(await here.store.replication.keptElsewhere("userPlaces", ["e1", "e2", "none"]))];
  const written = (text: string) => here.database.transactions.run(() => here.database.write(text));
  expect(await elsewhere()).toEqual([]);
  await there.store.replication.apply(await answerOf(there, here));
  expect(await elsewhere()).toEqual([]);
  await answerOf(there, here);
  expect(await elsewhere()).toEqual(["e1"]);
  await written("UPDATE `replicationPeers` SET `acknowledgedEpoch` = `acknowledgedEpoch` - 1");
  expect(await elsewhere()).toEqual([]);
  await answerOf(there, here);
  expect(await elsewhere()).toEqual(["e1"]);
  const expelled = { name: "n2", nodeKey: "node-n2", expelledAt: 1, expelledBy: "root" };
  await here.store.transaction(() => here.store.add("nodeExpulsions", expelled));
  expect(await elsewhere()).toEqual([]);
  await written("DELETE FROM `nodeExpulsions`");
});

test("a change that the database refuses is found in halves, and held with the words of the database; all before it is applied", async () => {
  const { dialect, run } = here.database;
  const refuse = dialect.oneWriter
    ? "WHEN NEW.`key` = 'planted' BEGIN SELECT RAISE(ABORT, 'a planted failure'); END"
    : "FOR EACH ROW BEGIN IF NEW.`key` = 'planted' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'a planted failure'; END IF; END";
  await here.database.transactions.run(() =>
    run(`CREATE TRIGGER \`planted\` BEFORE INSERT ON \`userPlaces\` ${refuse}`),
  );
  const { position } = await here.store.replication.asking("n2", 1000);
  for (const key of ["r1", "r2", "planted", "r3", "r4"]) await change({ key });
  const seq = await lastSeq();
  expect(await pull()).toMatchObject({
    applied: 2,
    held: [{ origin: "n2:0", seq: seq - 2, reason: "refused" }],
    refused: [{ origin: "n2:0", seq: seq - 2, detail: expect.stringContaining("a planted failure") }],
  });
  const keys = async () => (await here.database.read("SELECT `key` FROM `userPlaces` WHERE `key` LIKE 'r_'")).length;
  expect(await keys()).toBe(2);
  // It is not asked for again before its time, and what it holds is told each time.
  const waiting = await here.store.replication.asking("n2", 1000);
  expect(waiting.without).toEqual(["n2:0"]);
  expect(waiting.position).toBeGreaterThan(position);
  expect(await pull()).toMatchObject({ applied: 0, held: [{ reason: "refused" }], refused: [] });
  await here.database.transactions.run(async () => {
    await run("DROP TRIGGER `planted`");
    await here.database.write("UPDATE `replicationHeld` SET `retryAt` = 0");
  });
  // The log is read again from where the change was passed over, and not from the beginning.
  expect(await here.store.replication.asking("n2", 1000)).toMatchObject({ position, without: [] });
  expect(await pull()).toMatchObject({ applied: 3, held: [] });
  expect(await keys()).toBe(4);
});

test("a change that the database kills is tried for ever, or held with NoKillRetry; SQLite kills none and refuses it", async () => {
  const { dialect, run } = here.database;
  const kill = dialect.oneWriter
    ? "WHEN NEW.`key` = 'killed' BEGIN SELECT RAISE(ABORT, 'planted'); END"
    : "FOR EACH ROW BEGIN IF NEW.`key` = 'killed' THEN SIGNAL SQLSTATE '70100' SET MYSQL_ERRNO = 1317, MESSAGE_TEXT = 'planted'; END IF; END";
  await here.database.transactions.run(() => run(`CREATE TRIGGER \`killing\` BEFORE INSERT ON \`userPlaces\` ${kill}`));
  await change({ key: "killed" });
  const answer = await answerOf(here, there);
  const forEver = here.store.replication.apply(answer);
  if (!dialect.oneWriter) await expect(forEver).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
  else await forEver;
  const reason = dialect.oneWriter ? "refused" : "killed";
  const ended = await here.store.replication.apply(answer, { endsKilled: true });
  expect(ended).toMatchObject({ applied: 0, held: [{ reason }] });
  await here.database.transactions.run(async () => {
    await run("DROP TRIGGER `killing`");
    await here.database.write("UPDATE `replicationHeld` SET `retryAt` = 0");
  });
  expect(await pull()).toMatchObject({ applied: 1, held: [] });
});

test("a change that is held is tried more rarely the longer it is held", async () => {
  // The clock is never set back, as its own stamps would be behind it.
  const begunMs = (aheadMs += 100_000);
  await change({ key: "s1" });
  const before = await here.store.replication.asking("n2", 1000);
  const lie = () => pull((answer) => moved(answer, { seq: 999_999 }));
  const at = async (ms: number) => {
    aheadMs = begunMs + ms;
    return (await here.store.replication.asking("n2", 1000)).position === before.position;
  };
  expect(await lie()).toMatchObject({ held: [{ reason: "hole" }] });
  expect(await at(20)).toBe(true);
  expect(await lie()).toMatchObject({ held: [{ reason: "hole" }] });
  expect([await at(35), await at(45)]).toEqual([false, true]);
  expect(await lie()).toMatchObject({ held: [{ reason: "hole" }] });
  expect([await at(85), await at(95)]).toEqual([false, true]);
  expect(await pull()).toMatchObject({ applied: 1, held: [] });
});

test("a change whose row was missing is tried once that row is there", async () => {
  await change({ key: "t1", department: "first" });
  const [insert] = (await answerOf(here, there)).changes;
  await change({ key: "t1", department: "second" });
  const answer = await answerOf(here, there);
  // The peer tells the row as that of another origin, and the change before it.
  const [first, second] = answer.changes as [Answer["changes"][number], Answer["changes"][number]];
  expect(first).toEqual(insert);
  const early = { ...answer, changes: [{ ...second, seq: first.seq }] };
  expect(await here.store.replication.apply(early)).toMatchObject({ held: [{ reason: "missingRow" }] });
  await here.database.transactions.run(() => here.database.write("UPDATE `replicationHeld` SET `retryAt` = 9e15"));
  expect((await here.store.replication.asking("n2", 1000)).without).toEqual(["n2:0"]);
  const other = { ...first, origin: "n2:7", seq: 1 };
  expect(await here.store.replication.apply({ ...answer, changes: [other] })).toMatchObject({ applied: 1 });
  expect((await here.store.replication.asking("n2", 1000)).without).toEqual([]);
  expect(await pull()).toMatchObject({ applied: 2, held: [] });
  expect(await here.store.get("userPlaces", "t1")).toMatchObject({ department: "second" });
});

/** Returns the number of the newest change of the other node. */
async function lastSeq(): Promise<number> {
  return (await answerOf(here, there)).changes.at(-1)?.seq ?? 0;
}

test("what is no answer is refused in words", async () => {
  await change({ key: "p3" });
  for (const fault of [{ key: "" }, { seq: -1 }, { operation: "drop" as never }, { stamps: { key: "now" } }])
    await expect(pull((answer) => moved(answer, fault))).rejects.toMatchObject({ code: "INPUT_INVALID" });
});

test("a row that was made before removals of it are known is a new one everywhere", async () => {
  await change({ key: "p4", department: "old" });
  await pull();
  await there.store.transaction(() => there.store.remove("userPlaces", "p4"));
  await change({ key: "p4", department: "new" });
  await change({ key: "p4", department: "late" }, here);
  await pull();
  expect(await here.store.get("userPlaces", "p4")).toMatchObject({ department: "new" });
  const lost = await here.database.read("SELECT `lost` FROM `replicationConflicts` WHERE `key` = 'p4'");
  expect(lost.map((row) => row["lost"])).toContain('"late"');
});

/** Returns an answer in which the last change says something else. */
function moved(answer: Answer, other: Partial<Answer["changes"][number]>): Answer {
  const last = answer.changes.at(-1);
  return { ...answer, changes: last === undefined ? [] : [...answer.changes.slice(0, -1), { ...last, ...other }] };
}

test("open conflicts and rows with the same ID are found, and no more once they are decided and renamed", async () => {
  await change({ key: "p2", department: "first" });
  await pull();
  await change({ key: "p2", department: "of the other node" });
  aheadMs += 60_000;
  await change({ key: "p2", department: "of this node" }, here);
  const addTwin = ({ store, name }: StoreNode) =>
    store.transaction(() => store.add("users", { key: `twin of ${name}`, id: "twin" }));
  await addTwin(there);
  await addTwin(here);
  await pull();
  const { store } = here;
  const where = allOf(eq("key", "p2"), exceeds("lostStamp", "settledStamp"));
  const [open] = await store.select("replicationConflicts", { where });
  expect(open).toMatchObject({ column: "department", lost: '"of the other node"', settledStamp: "" });
  const { id = "", lostStamp = "" } = open ?? {};
  await store.transaction(() => store.save("replicationConflicts", { id, settledStamp: lostStamp }));
  expect(await store.select("replicationConflicts", { where })).toEqual([]);

  const twins = async () => (await store.replication.twins()).filter((one) => one.id === "twin");
  const [twin, ...others] = await twins();
  expect(others).toEqual([]);
  expect(twin).toMatchObject({
    table: "users",
    id: "twin",
    shownId: expect.stringMatching(/^twin~n[12]-[0-9a-f]{4}$/),
  });
  const { key = "", shownId = "" } = twin ?? {};
  await store.transaction(() => store.save("users", { key, id: shownId }));
  expect(await twins()).toEqual([]);
});
