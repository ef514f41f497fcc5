import Sqlite from "better-sqlite3";

type Method = (this: Sqlite.Statement, ...values: unknown[]) => unknown;
type Methods = Record<"all" | "get" | "run", Method>;

/** Returns the texts of the statements that the SQLite driver runs for a call, in their order. */
export async function recordStatements(run: () => Promise<unknown>): Promise<readonly string[]> {
  const memory = new Sqlite(":memory:");
  const prototype = Object.getPrototypeOf(memory.prepare("SELECT 1")) as Methods;
  memory.close();
  const texts: string[] = [];
  const original = { all: prototype.all, get: prototype.get, run: prototype.run };
  for (const name of ["all", "get", "run"] as const) {
    prototype[name] = function recorded(...values) {
      texts.push(this.source);
      return original[name].apply(this, values);
    };
  }
  try {
    await run();
  } finally {
    Object.assign(prototype, original);
  }
  return texts;
}
