import type { Column } from "./columns.ts";
import { importRuleTables } from "./tables/import-rules.ts";
import { passwordTables } from "./tables/passwords.ts";
import { peopleTables } from "./tables/people.ts";
import { policyTables } from "./tables/policies.ts";
import { requestTables } from "./tables/requests.ts";
import { serviceTables } from "./tables/service.ts";
import { targetTables } from "./tables/targets.ts";
import { webhookTables } from "./tables/webhooks.ts";

/** Every table whose rows are written through `Store.add`, `Store.save` and `Store.remove`. */
export const tables = {
  ...peopleTables,
  ...targetTables,
  ...passwordTables,
  ...importRuleTables,
  ...requestTables,
  ...serviceTables,
  ...policyTables,
  ...webhookTables,
};

/** The name of such a table. */
export type TableName = keyof typeof tables;

type Value<C> = C extends Column<infer T> ? T : never;

/** What the writer puts on every row: who wrote it last, its version, and the stamp of each column. */
export type RowStamps = {
  readonly lastUpdatedModule: string;
  readonly lastUpdatedNode: string;
  /** Rises with every change of the row. */
  readonly version: number;
};

type ColumnsOf<T extends TableName> = (typeof tables)[T]["columns"];

/** A row as its readers see it. */
export type Row<T extends TableName> = { readonly [C in keyof ColumnsOf<T>]: Value<ColumnsOf<T>[C]> } & RowStamps;

/** The primary key's column of a table. */
export type PrimaryKey<T extends TableName> = (typeof tables)[T]["primaryKey"];

/** Changes of a row: its primary key, and the columns to set. */
export type Save<T extends TableName> = { readonly [C in keyof ColumnsOf<T>]?: Value<ColumnsOf<T>[C]> } & {
  readonly [C in PrimaryKey<T> & keyof ColumnsOf<T>]: string;
};
