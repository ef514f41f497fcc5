import { writeFileSync } from "node:fs";

import Sqlite from "better-sqlite3";

/** Rows that a transaction adds, beside the one that it changes. */
export const partsEach = 3;

/** State of the database that a power cut left. */
export type Verdict = "good" | "lost" | "broken" | "half";

/** Makes the database into which the writers of a recording write. */
export function createWritten(file: string, callers: number): void {
  const driver = new Sqlite(file);
  // Small pages make small images, so that many can be checked.
  driver.pragma("page_size = 1024");
  driver.pragma("journal_mode = WAL");
  driver.exec(
    "CREATE TABLE things (caller INTEGER, number INTEGER, part INTEGER, padding TEXT, PRIMARY KEY (caller, number, part));" +
      "CREATE INDEX thingsByPadding ON things (padding); CREATE TABLE callers (caller INTEGER PRIMARY KEY, latest INTEGER)",
  );
  const add = driver.prepare("INSERT INTO callers VALUES (?, 0)");
  for (let caller = 0; caller < callers; caller++) add.run(caller);
  driver.close();
}

/** Opens an image as the service does after a power cut, and searches for every answered transaction, whole. */
export function judge(file: string, image: readonly Buffer[], answered: ReadonlySet<string>): Verdict {
  writeFileSync(file, image[0] ?? "");
  writeFileSync(`${file}-wal`, image[1] ?? "");
  const driver = new Sqlite(file);
  try {
    if (driver.pragma("integrity_check", { simple: true }) !== "ok") return "broken";
    const found = driver
      .prepare("SELECT caller || ' ' || number AS name, COUNT(*) AS parts FROM things GROUP BY caller, number")
      .all() as { name: string; parts: number }[];
    const names = new Set(found.map(({ name }) => name));
    for (const name of answered) if (!names.has(name)) return "lost";
    const behind = driver
      .prepare(
        "SELECT COUNT(*) FROM callers c WHERE latest <> (SELECT IFNULL(MAX(number), 0) FROM things t WHERE t.caller = c.caller)",
      )
      .pluck()
      .get();
    return behind === 0 && found.every(({ parts }) => parts === partsEach) ? "good" : "half";
  } catch {
    return "broken";
  } finally {
    driver.close();
  }
}
