import type { MergedTable } from "#domain/replication/merged-table.ts";
import type { TableClass } from "#domain/resources/format/table-classes.ts";

type Columns = MergedTable["columns"];

const text: Columns[string] = { kind: "text" };
const empty: Columns[string] = { kind: "text", initial: null };
const columns = (...names: readonly string[]): Columns => Object.fromEntries(names.map((name) => [name, text]));

function table(of: TableClass, more: Columns, primaryKey = "key"): MergedTable {
  return { class: of, primaryKey, columns: { [primaryKey]: text, ...more } };
}

/** Tables of the model at its first version: one of each class that leaves a node, and those whose names and numbers two nodes can give. */
const first = {
  users: table("shared", columns("id", "name", "disabled")),
  accounts: table("shared", columns("stableId", "owner", "note")),
  requests: table("owned", columns("status", "note")),
  revokedTokens: table("grow", columns("jti")),
  audit: table("append", columns("words")),
  policyVersions: table("append", { ...columns("name"), number: { kind: "integer" } }),
  vaultEntries: table("rising", {
    ...columns("account", "parent"),
    status: { kind: "text", rises: ["U", "failed", "C"] },
    openedAt: { kind: "time", rises: true, initial: null },
    refusal: { kind: "text", rises: true, initial: null },
  }),
  replicationConflicts: table(
    "shared",
    {
      ...columns("table", "key", "column", "lost", "lostStamp", "kept", "keptStamp"),
      count: { kind: "integer" },
      settledStamp: { kind: "text", initial: "" },
      settled: empty,
      by: empty,
    },
    "id",
  ),
};

/** Name of a table of the model. */
export type ModelTable = keyof typeof first | "badges";

type Tables = Readonly<Partial<Record<ModelTable, MergedTable>>>;

/** Tables of the model by the version of the schema: the second one adds a column and a table. */
export const tablesAt: Readonly<Record<1 | 2, Tables>> = {
  1: first,
  2: {
    ...first,
    users: { ...first.users, columns: { ...first.users.columns, badge: empty } },
    badges: table("shared", columns("words")),
  },
};
