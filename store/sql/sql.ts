import type { Scalar, ValueType } from "#domain/query/bound-query.ts";
import { toReckoned } from "#domain/query/calendar.ts";

/** A value that can be bound to a statement. */
export type SqlValue = string | number | null;
/** A row as the driver returns it. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A value that comes with each call, at a place in the list of its parameters. */
export class Parameter {
  readonly place: number;
  readonly type: ValueType;

  constructor(place: number, type: ValueType) {
    this.place = place;
    this.type = type;
  }
}

/** A piece of SQL with the values of its question marks. */
export interface Sql<Value = SqlValue | Parameter> {
  readonly text: string;
  readonly values: readonly Value[];
}

/** A piece of SQL without parameters. */
export type BoundSql = Sql<SqlValue>;

const none: readonly never[] = [];

/** Builds SQL: each embedded part is another piece of SQL, or a value, which becomes a question mark. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  let text = strings[0] ?? "";
  const values: (SqlValue | Parameter)[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? null;
    if (typeof part === "object" && part !== null) {
      text += part.text;
      for (const value of part.values) values.push(value);
    } else {
      text += "?";
      values.push(part);
    }
    text += strings[index + 1] ?? "";
  }
  return { text, values };
}

/** Returns a text as SQL, unchanged. */
export function raw(text: string): Sql {
  return { text, values: none };
}

/** Returns a quoted name, after the alias of its table if there is one. */
export function name(of: string, alias?: string): Sql {
  return raw(alias === undefined ? quoted(of) : `${alias}.${quoted(of)}`);
}

/** Quotes a name as the databases do. */
export function quoted(of: string): string {
  return of.includes("`") ? `\`${of.replaceAll("`", "``")}\`` : `\`${of}\``;
}

/** Returns a question mark that takes a value, or that of a parameter. */
export function mark(value: SqlValue | Parameter): Sql {
  return { text: "?", values: [value] };
}

/** Returns a question mark for each of several values. */
export function marks(values: readonly SqlValue[]): Sql {
  return { text: values.length === 0 ? "" : `${"?, ".repeat(values.length - 1)}?`, values };
}

/** Joins pieces of SQL with a text between them. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  let text = "";
  const all: (SqlValue | Parameter)[] = [];
  for (const part of parts) {
    text += text === "" ? part.text : separator + part.text;
    for (const value of part.values) all.push(value);
  }
  return { text, values: all };
}

/** Converts a value of an expression to what the driver accepts. */
export function toBound(type: ValueType, value: Scalar): SqlValue {
  const reckoned = toReckoned(type, value);
  return typeof reckoned === "boolean" ? Number(reckoned) : reckoned;
}

/**
 * Returns the values of a statement, with those of its parameters filled in.
 * @throws RangeError if a parameter is missing
 */
export function boundValues({ values }: Pick<Sql, "values">, parameters: readonly Scalar[]): SqlValue[] {
  return values.map((value) => (value instanceof Parameter ? given(value, parameters) : value));
}

function given({ place, type }: Parameter, parameters: readonly Scalar[]): SqlValue {
  const value = parameters[place];
  if (value === undefined || value === null) throw new RangeError(`the query's parameter ${place} is missing`);
  return toBound(type, value);
}
