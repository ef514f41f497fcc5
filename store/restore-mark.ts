import type { Database } from "./database.ts";

/** Table that marks a database as restored from a backup, until the consequences have been handled. */
export const restoreMarkTable = "gatehouseRestore";

/** Mark of a database that was restored. */
export interface RestoreMark {
  /** Returns when the backup was made, ISO 8601; undefined if the database was not restored, or the restore has been handled since. */
  madeAt(): Promise<string | undefined>;
  /** Removes the mark with the current transaction. */
  remove(): Promise<void>;
}

/** Makes the access to the mark. A server that was restored by its own tools has none, so its operator must report the restore. */
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
