import type { QueryInterface } from "sequelize";

/** One change of the schema; once released it is never edited. */
export interface Migration {
  readonly name: string;
  up(schema: QueryInterface, tableOptions: TableOptions): Promise<void>;
}

/** Options with which a migration must create tables, so that text compares by its characters alone on every database. */
export type TableOptions = Readonly<{ charset?: string; collate?: string }>;
