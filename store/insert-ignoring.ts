import type { Database } from "./database.ts";

/** The words with which a statement inserts rows and passes over those whose key is there already, as the database has them. */
export function insertIgnoring({ dialect }: Pick<Database, "dialect">): string {
  return dialect === "sqlite" ? "INSERT OR IGNORE" : "INSERT IGNORE";
}
