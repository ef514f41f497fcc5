import type { TableName } from "./tables.ts";

/** Tables whose rows no statement can change: not to those of an older claim, to no other place, and to no other stamps. */
export const unchangeable: ReadonlySet<string> = new Set<TableName>(["sesslog_full", "requestEvents"]);
