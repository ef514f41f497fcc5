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

/** One property of an entity or of a complex value. */
export interface Property {
  readonly type: EdmType | StructuredType;
  /** True where the value is a list of the type. */
  readonly collection?: true;
  /** True where the value may be null. */
  readonly nullable?: true;
  /** `read`: callers cannot set it. `write`: it never leaves, and goes to the operation as a Secret. */
  readonly access?: "read" | "write";
  /** True where only POST sets it; in a PATCH it is ignored, as the key is. */
  readonly immutable?: true;
  /** The column of the source that holds it, where its name differs; inside a complex value always named. */
  readonly column?: string;
  /** Where the value is not that of the column: computed from the row. Without a `column` or `cases` it cannot be filtered, without a `column` not sorted. */
  from?(row: SourceRow): unknown;
  /** The columns that `from`, or the set's attachment, reads. */
  readonly needs?: readonly string[];
  /** Where the value follows from conditions on columns: what a filter compares in the place of a column. */
  readonly cases?: PropertyCases;
  /** True or false by a condition on the row and on who calls; it is read only where `$select` or an address names it. Cannot be sorted. */
  readonly condition?: Expression;
  /** True where no column holds it: the set's attachment adds it after the read. Cannot be filtered or sorted. */
  readonly attached?: true;
  /** True of one that is given only where `$select` or an address names it; it moves no tag. */
  readonly byName?: true;
  /** It holds the entities of a to-many navigation together; it is read only where `$select` or an address names it. */
  readonly gathers?: { readonly navigation: string; value(rows: readonly SourceRow[]): unknown };
  /** True where the row holds a Secret, or a list of them, of which the answer shows the text. */
  readonly isSecret?: true;
  /** The field of the input that takes it, where its name differs. */
  readonly field?: string;
  /** `false`: a filter may not name it, although a column holds it. */
  readonly filterable?: false;
  /** `false`: an order may not name it, although a column holds it. */
  readonly sortable?: false;
  /** The members where the value is one of a list; for documents, not for checks. */
  readonly members?: readonly string[];
  /** What it means, for documents. */
  readonly description?: string;
}

/** A text that follows from conditions on the columns of a row: that of the first one that holds, else the last. */
export interface PropertyCases {
  readonly cases: readonly { readonly where: Expression; readonly value: string }[];
  readonly otherwise: string;
}

/** An entity type or a complex type. */
export interface StructuredType {
  /** Name without its namespace. */
  readonly name: string;
  /** The type it is derived from; its properties are not repeated here. */
  readonly base?: StructuredType;
  /** Which rows of the base type's source are of this derived type. */
  readonly when?: { readonly column: string; readonly value: string };
  readonly properties: Readonly<Record<string, Property>>;
  /** True where values may have properties beyond those named. */
  readonly open?: true;
  /** The types of such properties, where not all are taken. */
  readonly dynamicTypes?: readonly string[];
  /** True where every value is of a type that is derived from it. */
  readonly abstract?: true;
}

const lastUpdate: Readonly<Record<string, Property>> = {
  lastUpdatedModule: { type: "Edm.String", access: "read", description: "The door by which it was changed last." },
  lastUpdatedNode: { type: "Edm.String", access: "read", description: "The node on which it was changed last." },
};

/** An entity type with what every entity has: who wrote it last, where. */
export function entityType(name: string, properties: Readonly<Record<string, Property>>): StructuredType {
  return { name, properties: { ...properties, ...lastUpdate } };
}
