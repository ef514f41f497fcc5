import type { TableName } from "#store/tables.ts";

/** A row that a call was allowed to see, and the policy that let it. */
export interface SeenRow {
  readonly table: TableName;
  readonly key: string;
  readonly policy: string;
}
