/**
 * Type of a value in an expression: a moment is milliseconds UTC, a duration milliseconds, a date the text `2030-01-31`, a time of day the
 * text `12:30:00.000`.
 */
export type ValueType =
  | "string"
  | "integer"
  | "decimal"
  | "boolean"
  | "moment"
  | "date"
  | "timeOfDay"
  | "duration"
  | "guid"
  | "null";

/** A value as the record stores it. */
export type Scalar = string | number | boolean | null;

/** Operator that compares two values. Its logic has two values: `null eq null` is true, an order with null is false. */
export type ComparisonOperator = "eq" | "ne" | "lt" | "le" | "gt" | "ge";

/** Arithmetic operator of OData; `div` of integers is whole, `divby` is not. */
export type ArithmeticOperator = "add" | "sub" | "mul" | "div" | "divby" | "mod";

/** Name of a function that is compiled; every other function of OData is parsed and answered 501. */
export type FunctionName =
  | "contains"
  | "startswith"
  | "endswith"
  | "length"
  | "indexof"
  | "substring"
  | "tolower"
  | "toupper"
  | "trim"
  | "concat"
  | "year"
  | "month"
  | "day"
  | "hour"
  | "minute"
  | "second"
  | "date"
  | "time"
  | "now"
  | "round"
  | "floor"
  | "ceiling"
  | "matchespattern";

/**
 * One step over a to-one relation. The step's row policy is part of it: a row that it hides counts as absent, with null columns and empty
 * relations. Otherwise a filter would disclose what the caller may not see.
 */
export interface RelationStep {
  readonly relation: string;
  /** Row policy of the step; null in conditions of the service itself, which see every row. */
  readonly policy: string | null;
}

/**
 * An expression over the rows of a source, with every name resolved. A literal with a `parameter` stands for a value that comes with each
 * call, at this index in the list of parameters, so that one query serves many calls. Its own value is not used.
 */
export type Expression =
  | { readonly kind: "literal"; readonly type: ValueType; readonly value: Scalar; readonly parameter?: number }
  /**
   * A column of a row in scope: 0 is the row of the query, 1 the row of the outermost any/all/count around, and so on. `via` leads from
   * that row over to-one relations.
   */
  | {
      readonly kind: "column";
      readonly type: ValueType;
      readonly column: string;
      readonly scope: number;
      readonly via: readonly RelationStep[];
    }
  | {
      readonly kind: "compare";
      readonly operator: ComparisonOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "in"; readonly of: Expression; readonly values: readonly Expression[] }
  | { readonly kind: "and" | "or"; readonly of: readonly Expression[] }
  | { readonly kind: "not"; readonly of: Expression }
  | { readonly kind: "negate"; readonly type: ValueType; readonly of: Expression }
  | {
      readonly kind: "arithmetic";
      readonly operator: ArithmeticOperator;
      readonly type: ValueType;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "call";
      readonly name: FunctionName;
      readonly type: ValueType;
      readonly arguments: readonly Expression[];
    }
  /** Value of the first case whose condition holds, else `otherwise`. */
  | {
      readonly kind: "choice";
      readonly type: ValueType;
      readonly cases: readonly { readonly when: Expression; readonly gives: Expression }[];
      readonly otherwise: Expression;
    }
  /**
   * any/all/count over a to-many relation of the row in `scope`, reached over the to-one relations in `via`; inside, the scope is one
   * deeper.
   */
  | {
      readonly kind: "any" | "all" | "count";
      readonly scope: number;
      readonly via: readonly RelationStep[];
      readonly relation: string;
      /**
       * Row policy of the related rows; rows that it hides do not exist here either. Null in conditions of the service itself, such as
       * those inside policies, which see every row.
       */
      readonly policy: string | null;
      readonly where: Expression | null;
    };

/** A free-text search: words and phrases over the source's searchable columns. */
export type Search =
  | { readonly kind: "term"; readonly text: string }
  | { readonly kind: "and" | "or"; readonly of: readonly Search[] }
  | { readonly kind: "not"; readonly of: Search };

/** One clause of an order; null comes first in ascending order, last in descending. */
export interface OrderClause {
  readonly expression: Expression;
  readonly descending: boolean;
}

/** A value computed per row under a name of its own. */
export interface ComputedColumn {
  readonly name: string;
  readonly expression: Expression;
}

/** A query with every name resolved and every limit checked. It knows sources and columns, no HTTP and no SQL. */
export interface BoundQuery {
  /** Name of a source in store/query/sources. */
  readonly source: string;
  /** Row policy that decides which rows of the source are visible here. */
  readonly policy: string;
  /** Columns of the result, the key always among them. */
  readonly columns: readonly string[];
  readonly computed: readonly ComputedColumn[];
  readonly where: Expression | null;
  readonly search: Search | null;
  /** Order of the rows; it ends with the key, so that it is total. */
  readonly orderBy: readonly OrderClause[];
  /** Largest number of rows of this page (of an expanded query: per parent); null for no limit but the total. */
  readonly top: number | null;
  readonly skip: number;
  /** Position of the last row of the page before: a value per clause of `orderBy`. */
  readonly after: readonly Scalar[] | null;
  /** True to count all rows that match, regardless of the page. */
  readonly count: boolean;
  readonly expand: readonly BoundExpand[];
}

/** Related rows to return with each row. */
export interface BoundExpand {
  /** Name of the expanded property. */
  readonly name: string;
  readonly relation: string;
  readonly many: boolean;
  /** Content of the expansion: whole rows, only their number, or only their keys. */
  readonly shape: "entities" | "count" | "references";
  readonly query: BoundQuery;
}

/** A row of a result with its computed and expanded values. */
export interface ResultRow {
  readonly values: Readonly<Record<string, unknown>>;
  readonly computed: Readonly<Record<string, Scalar>>;
  /** Values of `orderBy`, for the next page. */
  readonly position: readonly Scalar[];
  readonly expanded: Readonly<Record<string, QueryResult>>;
}

/** Result of a query; of a to-one relation at most one row. */
export interface QueryResult {
  readonly rows: readonly ResultRow[];
  /** True if rows follow after this page. */
  readonly more: boolean;
  readonly count: number | null;
}
