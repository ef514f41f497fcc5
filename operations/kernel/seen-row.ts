import type { TableName, ViewName } from "#store/tables.ts";

/** A row that a call was allowed to see, and the policy that let it. */
export interface SeenRow {
  readonly table: TableName | ViewName;
  readonly key: string;
  readonly policy: string;
}
