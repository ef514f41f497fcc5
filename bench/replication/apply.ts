import { appliedAtOnceMax, changesMax } from "#domain/node-limits.ts";
import type { Database } from "#store/database.ts";
import type { Answer } from "#store/replication/replication.ts";
import type { SqlRow, SqlValue } from "#store/sql/sql.ts";
import { StoreNode } from "#test/replication/store-node.ts";
import { median } from "#test/support/median.ts";

const names = ["n1", "n2"];
const wanted = 0.25;
const plainTable = "plainUsers";

/** Measures the apply of new users against plain inserts of the same rows into a table with the same columns and indexes. */
export async function measureApply({
  rows,
  rounds,
}: {
  readonly rows: number;
  readonly rounds: number;
}): Promise<string> {
  const ratios: number[] = [];
  const rates = { ours: [] as number[], plain: [] as number[] };
  // The first round fills the caches of both.
  for (let round = 0; round <= rounds; round += 1) {
    const { ours, plain } = await oneRound(rows);
    if (round === 0) continue;
    ratios.push(plain / ours);
    rates.ours.push((rows / ours) * 1_000);
    rates.plain.push((rows / plain) * 1_000);
    console.log(`  apply, round ${round} of ${rounds}: ours ${Math.round(ours)} ms, plain ${Math.round(plain)} ms`);
  }
  return (
    `apply of ${rows} users: ours ${Math.round(median(rates.ours))}/s, plain inserts ${Math.round(median(rates.plain))}/s, ` +
    `ratio ${median(ratios).toFixed(2)} (wanted ${wanted})`
  );
}

async function oneRound(rows: number): Promise<{ readonly ours: number; readonly plain: number }> {
  const [here, there] = [await make("n1"), await make("n2")];
  try {
    await addUsers(there, rows);
    let ours = 0;
    for (;;) {
      const answer: Answer = await there.store.replication.read(
        await here.store.replication.asking(there.name, changesMax),
      );
      if (answer.changes.length === 0) break;
      const began = performance.now();
      const { held } = await here.store.replication.apply(answer);
      ours += performance.now() - began;
      if (held.length > 0) throw new Error(`the apply holds ${JSON.stringify(held)}`);
    }
    const applied = await here.database.read("SELECT * FROM `users` ORDER BY `key`");
    const plain = await insertPlainly(here.database, applied);
    if (applied.length !== rows) throw new Error(`${applied.length} users were applied instead of ${rows}`);
    return { ours, plain };
  } finally {
    await here.remove();
    await there.remove();
  }
}

const make = (name: string): Promise<StoreNode> => StoreNode.make(name, names, Date.now, { isWatched: false });

const addedAtOnce = 500;

async function addUsers({ store }: StoreNode, rows: number): Promise<void> {
  for (let from = 0; from < rows; from += addedAtOnce)
    await store.transaction(async () => {
      for (let n = from; n < Math.min(rows, from + addedAtOnce); n += 1)
        await store.add("users", {
          key: `user-${String(n).padStart(9, "0")}`,
          id: `user${n}`,
          displayName: `User ${n}`,
          mail: `user${n}@example.org`,
        });
    });
}

/** Inserts rows into a table like that of users, in transactions as large as those of an apply; returns the milliseconds. */
async function insertPlainly(database: Database, rows: readonly SqlRow[]): Promise<number> {
  const made = await database.read(
    "SELECT `sql` FROM `sqlite_master` WHERE `tbl_name` = 'users' AND `type` IN ('table', 'index') AND `sql` IS NOT NULL ORDER BY `type` DESC",
  );
  await database.transactions.run(async () => {
    for (const { sql } of made) await database.run(named(String(sql)));
  });
  const columns = Object.keys(rows[0] ?? {});
  const text = `INSERT INTO \`${plainTable}\` (${columns.map((name) => `\`${name}\``).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  const began = performance.now();
  for (let from = 0; from < rows.length; from += appliedAtOnceMax)
    await database.transactions.run(async () => {
      for (const row of rows.slice(from, from + appliedAtOnceMax))
        await database.write(
          text,
          columns.map((column) => row[column] as SqlValue),
        );
    });
  const took = performance.now() - began;
  const [found] = await database.read(`SELECT COUNT(*) AS \`n\` FROM \`${plainTable}\``);
  if (Number(found?.["n"]) !== rows.length) throw new Error("the plain table has not the same rows");
  return took;
}

const named = (sql: string): string =>
  sql
    .replace(/^CREATE TABLE [`"]?users[`"]?/, `CREATE TABLE \`${plainTable}\``)
    .replace(/^(CREATE (?:UNIQUE )?INDEX) [`"]?(\w+)[`"]? ON [`"]?users[`"]?/, `$1 \`plain_$2\` ON \`${plainTable}\``);
