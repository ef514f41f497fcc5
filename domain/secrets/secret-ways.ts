import { accessWays } from "./access-ways.ts";
import { nodeWays } from "./node-ways.ts";
import { proxyWays } from "./proxy-ways.ts";
import { secretColumns } from "./secret-columns.ts";
import type { SecretWay } from "./secret-way.ts";
import { serviceWays } from "./service-ways.ts";
import { targetWays } from "./target-ways.ts";

/** Operations that can redirect secrets, by name. */
export const secretWays: Readonly<Record<string, SecretWay>> = {
  ...targetWays,
  ...nodeWays,
  ...proxyWays,
  ...serviceWays,
  ...accessWays,
};

/** Returns the columns of a table that decide where secrets travel; undefined if none does. */
export function secretColumnsOf(table: string): readonly string[] | undefined {
  const columns = Object.hasOwn(secretColumns, table) ? secretColumns[table] : undefined;
  return columns && Object.keys(columns);
}

/** Returns true if an operation may write a column that decides where secrets travel. */
export function isSecretWay(operation: string, table: string, column: string): boolean {
  const way = Object.hasOwn(secretWays, operation) ? secretWays[operation] : undefined;
  return way?.writes.includes(`${table}.${column}`) ?? false;
}
