/** A value that a column can be compared with. */
export type PredicateValue = string | number | boolean | null;

/** A comparison of a column with a value. */
export type Comparison = "eq" | "ne" | "lt" | "le" | "gt" | "ge";

/**
 * A condition on the rows of a table. Its logic has two values: a comparison with null is never unknown.
 * `eq null` holds for null only, `ne x` is exactly "not eq x", an order with null, `in` and `startsWith` on null are false.
 */
export type Predicate =
  | { readonly op: "true" }
  | { readonly op: "false" }
  | { readonly op: Comparison; readonly column: string; readonly value: PredicateValue }
  | { readonly op: "in"; readonly column: string; readonly values: readonly (string | number)[] }
  | { readonly op: "startsWith"; readonly column: string; readonly value: string }
  | { readonly op: "and" | "or"; readonly of: readonly Predicate[] }
  | { readonly op: "not"; readonly of: Predicate }
  | { readonly op: "exists"; readonly relation: string; readonly where: Predicate };

/** A row as a predicate sees it. */
export type PredicateRow = Readonly<Record<string, unknown>>;

/** The rows that a row has in a relation, by the relation's name. */
export type RelatedRows = (relation: string, row: PredicateRow) => readonly PredicateRow[];

const noRelations: RelatedRows = (relation) => {
  throw new RangeError(`the relation '${relation}' needs its rows`);
};

/** Tells whether a row satisfies a predicate, exactly as the compiled statement would. */
export function matches(predicate: Predicate, row: PredicateRow, relations: RelatedRows = noRelations): boolean {
  switch (predicate.op) {
    case "true":
      return true;
    case "false":
      return false;
    case "and":
      return predicate.of.every((part) => matches(part, row, relations));
    case "or":
      return predicate.of.some((part) => matches(part, row, relations));
    case "not":
      return !matches(predicate.of, row, relations);
    case "in":
      return predicate.values.some((value) => row[predicate.column] === value);
    case "startsWith": {
      const text = row[predicate.column];
      return typeof text === "string" && text.startsWith(predicate.value);
    }
    case "exists":
      return relations(predicate.relation, row).some((other) => matches(predicate.where, other, relations));
    default:
      return compare(predicate.op, row[predicate.column] ?? null, predicate.value);
  }
}

function compare(op: Comparison, left: unknown, right: PredicateValue): boolean {
  if (op === "eq") return left === right;
  if (op === "ne") return left !== right;
  const order = orderOf(left, right);
  if (order === undefined) return false;
  if (op === "lt") return order < 0;
  if (op === "le") return order <= 0;
  if (op === "gt") return order > 0;
  return order >= 0;
}

function orderOf(left: unknown, right: unknown): number | undefined {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  if (typeof left === "string" && typeof right === "string") return codePointOrder(left, right);
  return undefined;
}

/** The order of two texts by code points, not UTF-16 units: databases with binary collations order by UTF-8 bytes. */
export function codePointOrder(left: string, right: string): number {
  const a = left[Symbol.iterator]();
  const b = right[Symbol.iterator]();
  for (;;) {
    const x = a.next();
    const y = b.next();
    if (x.done === true || y.done === true) return Number(y.done ?? false) - Number(x.done ?? false);
    if (x.value !== y.value) return (x.value.codePointAt(0) ?? 0) - (y.value.codePointAt(0) ?? 0);
  }
}

/** The condition that holds for every row. */
export const always: Predicate = { op: "true" };

/** The condition that holds for no row. */
export const never: Predicate = { op: "false" };

/** All of the conditions, simplified: constants fold, one condition stands alone. */
export function allOf(...conditions: readonly Predicate[]): Predicate {
  return combine("and", conditions);
}

/** Any of the conditions, simplified: constants fold, one condition stands alone. */
export function anyOf(...conditions: readonly Predicate[]): Predicate {
  return combine("or", conditions);
}

/** The opposite of a condition. */
export function noneOf(condition: Predicate): Predicate {
  if (condition.op === "true") return never;
  if (condition.op === "false") return always;
  if (condition.op === "not") return condition.of;
  return { op: "not", of: condition };
}

function combine(op: "and" | "or", conditions: readonly Predicate[]): Predicate {
  const neutral = op === "and" ? "true" : "false";
  const decisive = op === "and" ? "false" : "true";
  const flat = conditions.flatMap((part) => (part.op === op ? part.of : [part]));
  const of = flat.filter((part) => part.op !== neutral);
  if (of.some((part) => part.op === decisive)) return { op: decisive };
  return of.length > 1 ? { op, of } : (of[0] ?? { op: neutral });
}
