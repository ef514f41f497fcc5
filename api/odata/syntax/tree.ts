import type { BinaryOperator } from "./operators.ts";

/** Kinds of primitive literals that are written differently; the model knows a number's exact type. */
export type LiteralType =
  | "null"
  | "boolean"
  | "integer"
  | "decimal"
  | "double"
  | "string"
  | "guid"
  | "date"
  | "dateTimeOffset"
  | "timeOfDay"
  | "duration"
  | "enum"
  | "binary"
  | "geography"
  | "geometry";

/** A primitive literal. */
export interface Literal {
  readonly kind: "literal";
  readonly type: LiteralType;
  /** Value without prefix and quotes, decoded: the characters of a string, the digits of a number. */
  readonly text: string;
  /** Qualified type of an enum literal (`Sales.Pattern'Yellow'`), else null. */
  readonly typeName: string | null;
  readonly at: number;
}

/** An expression as written; names are not resolved. Every `at` is a place in the text that was given to the parser. */
export type Expression =
  | Literal
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  | { readonly kind: "not" | "negate"; readonly of: Expression; readonly at: number }
  /** `of in (a,b)`: values; `of in Names` or `of in ["a"]`: one expression. */
  | {
      readonly kind: "in";
      readonly of: Expression;
      readonly values: readonly Expression[] | null;
      readonly collection: Expression | null;
      readonly at: number;
    }
  /** A built-in function (`contains`, `geo.distance`, …), its name in lower case. */
  | { readonly kind: "call"; readonly name: string; readonly arguments: readonly Expression[]; readonly at: number }
  /** `cast(of,type)` and `isof(of,type)`; without `of` they concern the current instance. */
  | {
      readonly kind: "cast" | "isof";
      readonly of: Expression | null;
      readonly type: TypeReference;
      readonly at: number;
    }
  | {
      readonly kind: "case";
      readonly branches: readonly { readonly when: Expression; readonly value: Expression }[];
      readonly at: number;
    }
  | MemberPath
  | { readonly kind: "array"; readonly items: readonly Expression[]; readonly at: number }
  | {
      readonly kind: "object";
      readonly members: readonly { readonly name: string; readonly value: Expression }[];
      readonly at: number;
    };

/** The name of a type: `Collection(…)` or single, qualified or not. */
export interface TypeReference {
  readonly name: string;
  readonly collection: boolean;
  readonly at: number;
}

/** A path in an expression: `Supplier/Name`, `$it/Name`, `@p/Name`, `$root/Products(1)/Name`, `x/Name` with a lambda variable x. */
export interface MemberPath {
  readonly kind: "path";
  /** Start of the path; null for the current instance (or the lambda variable that the first segment names). */
  readonly from: "$it" | "$this" | "$root" | ParameterAlias | null;
  /** Segments of the path; empty only behind `$it`, `$this` and an alias. */
  readonly segments: readonly MemberSegment[];
  readonly at: number;
}

/** `@name`: its value is another query option (or it is an unqualified annotation: the model knows). */
export interface ParameterAlias {
  readonly kind: "alias";
  /** Name without the `@`. */
  readonly name: string;
  readonly at: number;
}

/** A segment of a path in an expression. */
export type MemberSegment =
  | NameSegment
  | FilterSegment
  /** `/$count`, `/$count($filter=…;$search=…)` */
  | {
      readonly kind: "count";
      readonly filter: Expression | null;
      readonly search: SearchExpression | null;
      readonly at: number;
    }
  /** `any()` has neither variable nor predicate. */
  | {
      readonly kind: "any" | "all";
      readonly variable: string | null;
      readonly predicate: Expression | null;
      readonly at: number;
    }
  | AnnotationSegment;

/** A name with the brackets behind it: entity set, property, type (cast), function or action. */
export interface NameSegment {
  readonly kind: "name";
  readonly name: string;
  /** True if the name has a namespace: a type, a bound function or action. */
  readonly qualified: boolean;
  /** Brackets behind the name, mostly none or one. `F(a=1)(2)` has two: parameters of a function and the key in its result. */
  readonly brackets: readonly Brackets[];
  readonly at: number;
}

/** Content of brackets behind a name: a key or the parameters of a function; the model knows which. */
export type Brackets =
  | { readonly kind: "none"; readonly at: number }
  | { readonly kind: "single"; readonly value: Literal | ParameterAlias; readonly at: number }
  | { readonly kind: "named"; readonly values: readonly NamedValue[]; readonly at: number };

/** `name=value` in brackets; in a resource path and in a key the value is a literal or an alias. */
export interface NamedValue {
  readonly name: string;
  readonly value: Expression | ParameterAlias;
  readonly at: number;
}

/** `/$filter(…)`, optionally with a key behind it. */
export interface FilterSegment {
  readonly kind: "filter";
  readonly expression: Expression;
  readonly brackets: readonly Brackets[];
  readonly at: number;
}

/** `@Core.Messages#Qualifier` */
export interface AnnotationSegment {
  readonly kind: "annotation";
  readonly term: string;
  readonly qualifier: string | null;
  readonly at: number;
}

/** A name in `$select` and `$expand`. */
export type ItemSegment =
  | { readonly kind: "name"; readonly name: string; readonly qualified: boolean; readonly at: number }
  | AnnotationSegment;

/** An item of `$select`. */
export interface SelectItem {
  /** `*`, `Namespace.*`, or a path. */
  readonly kind: "all" | "operations" | "path";
  /** Segments of a path. `operations` has one segment, whose name is the namespace; `all` has none. */
  readonly segments: readonly ItemSegment[];
  /** Parameters of the overload that is meant, as in `Function(p1,p2)`; null without brackets. */
  readonly parameterNames: readonly string[] | null;
  readonly options: OptionTree;
  readonly at: number;
}

/** An item of `$expand`. */
export interface ExpandItem {
  /** `$value`, a path that ends with `*`, or a path. */
  readonly kind: "value" | "all" | "path";
  readonly segments: readonly ItemSegment[];
  /** `/$ref`, `/$count` or neither. */
  readonly shape: "entities" | "references" | "count";
  readonly options: OptionTree;
  readonly at: number;
}

/** A clause of `$orderby`. */
export interface OrderItem {
  readonly expression: Expression;
  readonly descending: boolean;
  readonly at: number;
}

/** An item of `$compute`. */
export interface ComputeItem {
  readonly expression: Expression;
  readonly name: string;
  readonly at: number;
}

/** A `$search`: words and phrases. */
export type SearchExpression =
  | { readonly kind: "word" | "phrase"; readonly text: string; readonly at: number }
  | { readonly kind: "and" | "or"; readonly of: readonly SearchExpression[]; readonly at: number }
  | { readonly kind: "not"; readonly of: SearchExpression; readonly at: number };

/** The values of the system query options, by their names without `$`, in lower case. */
export interface OptionValues {
  readonly compute?: readonly ComputeItem[];
  readonly count?: boolean;
  readonly expand?: readonly ExpandItem[];
  readonly filter?: Expression;
  readonly levels?: number | "max";
  readonly orderby?: readonly OrderItem[];
  readonly search?: SearchExpression;
  readonly select?: readonly SelectItem[];
  readonly skip?: number;
  readonly top?: number;
  /** Decoded text; the option is recognized only. */
  readonly apply?: string;
  readonly deltatoken?: string;
  readonly format?: string;
  readonly id?: string;
  readonly index?: number;
  readonly schemaversion?: string;
  readonly skiptoken?: string;
}

/** The name of a system query option, without `$`. */
export type OptionName = keyof OptionValues;

/** The system query options of an address, of an expand item or of a select item. */
export interface OptionTree extends OptionValues {
  /** Values of `@name`, by the name without `@`. */
  readonly aliases: ReadonlyMap<string, Expression>;
  /** Position of the name of each given option. */
  readonly given: ReadonlyMap<OptionName, number>;
}

/** A query option that is no system option and no alias; the value is decoded, null without `=`. */
export interface CustomOption {
  readonly name: string;
  readonly value: string | null;
  readonly at: number;
}

/** The query of an address. */
export interface QueryTree extends OptionTree {
  readonly custom: readonly CustomOption[];
}
