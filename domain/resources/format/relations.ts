/** Relation of the rows of one resource to a row of another; columns that are not named are the keys. */
export interface RelationFacts {
  /** Name of the other resource. */
  readonly source: string;
  readonly many: boolean;
  /** Column of the owner. */
  readonly from?: string;
  /** Column of the other rows. */
  readonly to?: string;
  /** Table between them: its column that refers to the owner, and the one that refers to the other row. */
  readonly through?: { readonly table: string; readonly from: string; readonly to: string };
}

/** Relates a resource to the rows of another whose column holds its key. */
export const many = (source: string, to: string): RelationFacts => ({ source, many: true, to });

/** Relates a resource to the one row whose key one of its columns holds. */
export const one = (source: string, from: string): RelationFacts => ({ source, many: false, from });

/** Relates a resource to the rows of another whose column has the value of one of its own. */
export const alike = (source: string, from: string, to: string): RelationFacts => ({ source, many: true, from, to });

/**
 * Relates a resource to the rows to which a table leads: by the column that refers to the resource, and the column that refers to those
 * rows.
 */
export const across = (source: string, table: string, [from, to]: readonly [string, string]): RelationFacts => ({
  source,
  many: true,
  through: { table, from, to },
});
