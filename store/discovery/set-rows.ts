import type { BoundSql, SqlValue } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";

/** Rows to insert: expressions over the rows of a source by column, the primary key among them. */
export interface SetInsert {
  readonly table: TableName;
  readonly columns: Readonly<Record<string, string>>;
  /** Text after FROM. */
  readonly source: BoundSql;
  /** Values of the parameters in the columns, if any. */
  readonly values?: readonly SqlValue[];
}

/** Rows to insert that belong to new rows of another table, with one row of the change log for all rows of an owner. */
export interface OwnedInsert extends SetInsert {
  readonly owners: {
    /** The key of an owner, over the rows of their source. */
    readonly key: string;
    /** All rows of an owner as one text (`valuesText`), over the same. */
    readonly rows: string;
    readonly source: BoundSql;
  };
}

/** Rows to change by staged rows, which hold the new values; rows without changes stay. */
export interface SetUpdate {
  readonly table: TableName;
  /** Expressions of the columns that may change, over `t` and the staged rows. */
  readonly columns: Readonly<Record<string, string>>;
  /** The changed columns with their new values as JSON, over the same. */
  readonly changes: string;
  /** The staged rows with their aliases, as the text after FROM. */
  readonly from: BoundSql;
  readonly where: BoundSql;
}

/** Rows to change by expressions over the row `t` itself. */
export interface OwnUpdate extends Omit<SetInsert, "source"> {
  readonly where: BoundSql;
}
