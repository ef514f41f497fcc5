import { leasedNumbers } from "#domain/limits.ts";

import type { Database } from "./database.ts";
import { boundValues, name as column, sql } from "./sql/sql.ts";
import { transactionScope } from "./transaction-scope.ts";

/** Counters of this node. */
export interface Counters {
  /** Returns the next number of a counter, from 1, in the current transaction: without gaps, and each caller waits for the one before. */
  next(name: string): Promise<number>;
  /** Returns the next numbers of different counters by their names, as `next` does: two statements at most for all of them. */
  nextOfAll(names: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Returns some numbers of a counter, from 1 and in their order, that no other caller gets. A database server leases numbers to processes in
   * blocks, so that no transaction waits for another one; numbers that a process does not use are skipped.
   */
  distinct(name: string, count: number): Promise<readonly number[]>;
  /**
   * Returns the next number of a counter, from 1, in a transaction of its own: it is used up even if the caller's transaction is rolled
   * back.
   */
  apart(name: string): Promise<number>;
}

const leaseText =
  "INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, LAST_INSERT_ID(?)) " +
  "ON DUPLICATE KEY UPDATE `value` = LAST_INSERT_ID(`value` + ?)";

/** Makes the counters of a database. */
export function createCounters(database: Database): Counters {
  const next = (name: string) => database.writeCounted(database.dialect.raiseCounter, [name]);
  const nextOfAll = (names: readonly string[]) => raiseAll(database, names);
  const { writeCountedApart: apart } = database;
  if (apart === undefined) {
    const alone = (name: string) => transactionScope.exit(() => database.transactions.run(() => next(name)));
    return { next, nextOfAll, distinct: (name, count) => raiseBy(database, name, count), apart: alone };
  }
  const lease = (name: string, numbers: number) => apart(leaseText, [name, numbers, numbers]);
  const leased = createLeases((name) => lease(name, leasedNumbers));
  const distinct = async (name: string, count: number) => {
    const numbers: number[] = [];
    while (numbers.length < count) numbers.push(await leased(name));
    return numbers;
  };
  return { next, nextOfAll, distinct, apart: (name) => lease(name, 1) };
}

/** Raises a counter by several numbers in one statement, and returns them. */
async function raiseBy({ dialect, writeCounted }: Database, name: string, count: number): Promise<readonly number[]> {
  if (count === 0) return [];
  const onExisting = dialect.onExisting(
    ["name"],
    (given) => `\`value\` = \`nodeCounters\`.\`value\` + ${given("value")}`,
  );
  const text = `INSERT INTO \`nodeCounters\` (\`name\`, \`value\`) VALUES (?, ?) ${onExisting} RETURNING \`value\``;
  const last = await writeCounted(text, [name, count]);
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}

async function raiseAll({ dialect, read, write }: Database, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  // In one order, so that no two transactions wait for each other.
  const rows = JSON.stringify(names.toSorted().map((name) => [name]));
  const onExisting = dialect.onExisting(["name"], () => "`value` = `nodeCounters`.`value` + 1");
  const given = dialect.jsonRows([{ name: "name", type: "text" }]);
  await write(
    `INSERT INTO \`nodeCounters\` (\`name\`, \`value\`) SELECT j.\`name\`, 1 FROM ${given} WHERE 1 = 1 ${onExisting}`,
    [rows],
  );
  const raised = sql`SELECT ${column("name")}, ${column("value")} FROM ${column("nodeCounters")} WHERE ${dialect.listed(column("name"), names)}`;
  const found = await read(raised.text, boundValues(raised, []));
  return new Map(found.map((row) => [row["name"] as string, Number(row["value"])]));
}

interface Block {
  next: number;
  readonly last: number;
}

/** Hands out numbers from leased blocks; callers that wait for the same block share it. */
function createLeases(lease: (name: string) => Promise<number>): (name: string) => Promise<number> {
  const blocks = new Map<string, Block>();
  const underWay = new Map<string, Promise<void>>();

  async function renew(name: string): Promise<void> {
    try {
      const last = await lease(name);
      blocks.set(name, { next: last - leasedNumbers + 1, last });
    } finally {
      underWay.delete(name);
    }
  }

  return async (name) => {
    for (;;) {
      const block = blocks.get(name);
      if (block !== undefined && block.next <= block.last) return block.next++;
      const renewing = underWay.get(name) ?? renew(name);
      underWay.set(name, renewing);
      await renewing;
    }
  };
}
