/** How the rows of one resource belong to a row of another; columns that are not named are the keys. */
export interface RelationFacts {
  /** The name of the other resource. */
  readonly source: string;
  readonly many: boolean;
  /** The owner's column. */
  readonly from?: string;
  /** The column of the other rows. */
  readonly to?: string;
  /** A table between them: its column that refers to the owner, and the one that refers to the other row. */
  readonly through?: { readonly table: string; readonly from: string; readonly to: string };
}

/** The rows of a resource whose column holds the key of this one. */
export const many = (source: string, to: string): RelationFacts => ({ source, many: true, to });

/** The one row whose key a column of this one holds. */
export const one = (source: string, from: string): RelationFacts => ({ source, many: false, from });

/** The rows of a resource whose column has the value of a column of this one. */
export const alike = (source: string, from: string, to: string): RelationFacts => ({ source, many: true, from, to });

/** The rows to which a table leads, by its column that refers to this one and the column that refers to them. */
export const across = (source: string, table: string, [from, to]: readonly [string, string]): RelationFacts => ({
  source,
  many: true,
  through: { table, from, to },
});
