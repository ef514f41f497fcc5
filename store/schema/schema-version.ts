import { migrationNames } from "./migration-names.ts";

let known: number | undefined;

/** Returns the version of the schema of this program: the number of its newest migration. */
export function schemaVersion(): number {
  return (known ??= Number.parseInt(migrationNames().at(-1) ?? "0", 10));
}
