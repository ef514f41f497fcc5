import { latestStamp } from "#domain/replication/column-stamps.ts";
import { nodeOfOrigin, originOf } from "#domain/replication/origin.ts";
import type { ColumnValue, ReplicatedChange, Tenure } from "#domain/replication/replicated-change.ts";

import { insertedTogether } from "../changes/change.ts";
import { parseStamps, type RowStampParts, stampsText } from "../changes/row-stamps.ts";
import { valueOwners, valuesOf } from "../changes/value-texts.ts";
import { primaryKeyOf } from "../rows.ts";
import { schemaVersion } from "../schema/schema-version.ts";
import type { SqlRow } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";

/** Text that stands in the log for a secret. */
export const hiddenSecret = "[secret]";

type Values = Readonly<Record<string, ColumnValue>>;

const ownerColumns = new Map<string, string>(Object.entries(valueOwners));
const firstLife: RowStampParts = { stamps: {}, life: "", epoch: 1 };

/** Returns the changes for which a numbered row of the log stands, as they travel. */
export function replicatedChanges(row: SqlRow): ReplicatedChange[] {
  const table = row["tableName"] as TableName;
  const stamp = row["stamp"] as string;
  const common = {
    origin: originOf(row["origin"] as string, Number(row["incarnation"])),
    schema: Number(row["schemaVersion"] ?? schemaVersion()),
    table,
  };
  const seq = Number(row["originSeq"]);
  const key = row["rowKey"] as string;
  const parts = typeof row["stamps"] === "string" ? parseStamps(row["stamps"]) : undefined;
  if (row["operation"] === insertedTogether) {
    const owner = ownerColumns.get(table) ?? "";
    return valuesOf(row["data"] as string, key).map((value, at) => ({
      ...common,
      seq: seq + at,
      key: value.key,
      operation: "insert",
      values: { ...value, [owner]: key },
      stamps: { [primaryKeyOf(table)]: stamp },
      life: parts?.life ?? "",
    }));
  }
  const values = JSON.parse(row["data"] as string) as Values;
  const operation = row["operation"];
  const made =
    operation === "update" || operation === "remove"
      ? replacing({ table, operation, values, stamp }, parts ?? firstLife)
      : inserting({ table, values, stamp }, parts);
  return [{ ...common, seq, key, values, ...tenured(made, table, common.origin) }];
}

type Made = Pick<ReplicatedChange, "operation" | "stamps" | "base" | "life"> & Pick<Tenure, "epoch" | "claim">;

interface Logged {
  readonly table: TableName;
  readonly values: Values;
  readonly stamp: string;
}

function inserting({ table, stamp }: Logged, parts: RowStampParts | undefined): Made {
  const key = primaryKeyOf(table);
  const { stamps, life, epoch } = parts ?? { ...firstLife, stamps: { [key]: stamp } };
  return { operation: "insert", stamps, life, epoch, claim: stamps[key] ?? "" };
}

function replacing(
  { table, operation, values, stamp }: Logged & { readonly operation: "update" | "remove" },
  { stamps: base, life, epoch }: RowStampParts,
): Made {
  const key = primaryKeyOf(table);
  const isTakeOver = operation === "update" && Object.hasOwn(values, key);
  if (isTakeOver) return { operation, stamps: { [key]: stamp }, base, life, epoch: epoch + 1, claim: stamp };
  const columns = operation === "remove" ? [key] : Object.keys(values);
  const stamps = Object.fromEntries(columns.map((column) => [column, stamp]));
  return { operation, stamps, base, life, epoch, claim: base[key] ?? "" };
}

function tenured({ epoch, claim, ...made }: Made, table: TableName, origin: string) {
  return tables[table].class === "owned" ? { ...made, tenure: { node: nodeOfOrigin(origin), epoch, claim } } : made;
}

/** Returns the stamp and the stamps with which a change is logged, so that `replicatedChanges` returns it again. */
export function loggedStamps(change: ReplicatedChange): { readonly stamp: string; readonly stamps?: string } {
  const { operation, life, tenure, values, base = {} } = change;
  const stamp = latestStamp(change.stamps);
  const epoch = tenure?.epoch ?? 1;
  const key = primaryKeyOf(change.table as TableName);
  if (operation === "insert") {
    const isPlain = life === "" && epoch === 1 && Object.keys(change.stamps).join() === key;
    return isPlain ? { stamp } : { stamp, stamps: stampsText({ stamps: change.stamps, life, epoch }) };
  }
  const isTakeOver = operation === "update" && Object.hasOwn(values, key);
  return { stamp, stamps: stampsText({ stamps: base, life, epoch: isTakeOver ? epoch - 1 : epoch }) };
}
