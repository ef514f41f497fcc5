import type { Database } from "./database.ts";

/** Table by which a database tells that it was restored from a backup, until what follows from that was done. */
export const restoreMarkTable = "gatehouseRestore";

/** Mark of a database that was restored. */
export interface RestoreMark {
  /** Returns when the backup was made, ISO 8601; undefined where the database is no restored one, or was looked after since. */
  madeAt(): Promise<string | undefined>;
  /** Removes the mark with the current transaction. */
  remove(): Promise<void>;
}

/** Makes the access to the mark. A server that its own tools have restored has none: its operator says it. */
export function createRestoreMark(database: Database): RestoreMark {
  async function isThere(): Promise<boolean> {
    if (database.dialect.name !== "sqlite") return false;
    const named = "SELECT `name` FROM `sqlite_master` WHERE `type` = 'table' AND `name` = ?";
    return (await database.read(named, [restoreMarkTable])).length > 0;
  }
  return {
    async madeAt() {
      if (!(await isThere())) return undefined;
      const [row] = await database.read(`SELECT \`madeAt\` FROM \`${restoreMarkTable}\``, []);
      const madeAt = row?.["madeAt"];
      return typeof madeAt === "string" ? madeAt : "";
    },
    async remove() {
      if (await isThere()) await database.write(`DROP TABLE \`${restoreMarkTable}\``, []);
    },
  };
}
