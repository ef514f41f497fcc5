import type { Expression } from "#domain/query/bound-query.ts";

/** The primitive types that properties have. */
export type EdmType =
  | "Edm.String"
  | "Edm.Boolean"
  | "Edm.Int32"
  | "Edm.Int64"
  | "Edm.Decimal"
  | "Edm.Double"
  | "Edm.Guid"
  | "Edm.DateTimeOffset"
  | "Edm.Date"
  | "Edm.TimeOfDay"
  | "Edm.Duration"
  | "Edm.PrimitiveType";

/** A row as an operation or a query gives it: columns by their names, and what was attached to it. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** A property of an entity or of a complex value. */
export interface Property {
  readonly type: EdmType | StructuredType;
  /** True if the value is a list of the type. */
  readonly collection?: true;
  /** True if the value may be null. */
  readonly nullable?: true;
  /** Direction of access. `read`: callers cannot set it. `write`: no answer shows it, and it goes to the operation as a Secret. */
  readonly access?: "read" | "write";
  /** True if only POST sets it. In a PATCH it is ignored, as the key is. */
  readonly immutable?: true;
  /** Column of the source that holds it, if its name differs. Inside a complex value it is always named. */
  readonly column?: string;
  /**
   * Computes the value from the row, if it is not that of the column. Without a `column` or `cases` it cannot be
   * filtered, without a `column` not sorted.
   */
  from?(row: SourceRow): unknown;
  /** Columns that `from`, or the set's attachment, reads. */
  readonly needs?: readonly string[];
  /** Conditions on columns from which the value follows. A filter compares them in place of a column. */
  readonly cases?: PropertyCases;
  /**
   * Condition on the row and the caller that makes the value true or false. It is read only if `$select` or an address
   * names it, and cannot be sorted.
   */
  readonly condition?: Expression;
  /** True if no column holds it: the set's attachment adds it after the read. It cannot be filtered or sorted. */
  readonly attached?: true;
  /** True if it is given only when `$select` or an address names it; it moves no tag. */
  readonly byName?: true;
  /** Navigation to many entities that the value combines. It is read only if `$select` or an address names it. */
  readonly gathers?: { readonly navigation: string; value(rows: readonly SourceRow[]): unknown };
  /** True if the row holds a Secret, or a list of them, and the answer shows the text. */
  readonly isSecret?: true;
  /** Field of the input that takes it, if its name differs. */
  readonly field?: string;
  /** `false` if a filter may not name it, although a column holds it. */
  readonly filterable?: false;
  /** `false` if an order may not name it, although a column holds it. */
  readonly sortable?: false;
  /** Members if the value is one of a list; for documents, not for checks. */
  readonly members?: readonly string[];
  /** Description of the property, for documents. */
  readonly description?: string;
}

/** A text that follows from conditions on the columns of a row: that of the first condition that holds, or else the last. */
export interface PropertyCases {
  readonly cases: readonly { readonly where: Expression; readonly value: string }[];
  readonly otherwise: string;
}

/** An entity type or a complex type. */
export interface StructuredType {
  /** Name without its namespace. */
  readonly name: string;
  /** Base type; its properties are not repeated here. */
  readonly base?: StructuredType;
  /** Column and value that mark rows of the base type's source as entities of this derived type. */
  readonly when?: { readonly column: string; readonly value: string };
  readonly properties: Readonly<Record<string, Property>>;
  /** True if values may have properties beyond those named. */
  readonly open?: true;
  /** Types of such properties, if not all are accepted. */
  readonly dynamicTypes?: readonly string[];
  /** True if every value has a derived type. */
  readonly abstract?: true;
}

const lastUpdate: Readonly<Record<string, Property>> = {
  lastUpdatedModule: { type: "Edm.String", access: "read", description: "The door by which it was changed last." },
  lastUpdatedNode: { type: "Edm.String", access: "read", description: "The node on which it was changed last." },
};

/** Returns an entity type with the properties that every entity has: the last change, and its place. */
export function entityType(name: string, properties: Readonly<Record<string, Property>>): StructuredType {
  return { name, properties: { ...properties, ...lastUpdate } };
}
