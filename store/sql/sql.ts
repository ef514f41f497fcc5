import type { Scalar, ValueType } from "#domain/query/bound-query.ts";
import { toReckoned } from "#domain/query/calendar.ts";

/** What may be bound to a statement. */
export type SqlValue = string | number | null;
/** A row as the driver gives it. */
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

/** Puts SQL together: what stands in it is another piece of SQL, or a value, which becomes a question mark. */
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

/** A text that is SQL as it is. */
export function raw(text: string): Sql {
  return { text, values: none };
}

/** A name as the databases quote it, behind the alias of its table where there is one. */
export function name(of: string, alias?: string): Sql {
  return raw(alias === undefined ? quoted(of) : `${alias}.${quoted(of)}`);
}

/** A name as the databases quote it. */
export function quoted(of: string): string {
  return of.includes("`") ? `\`${of.replaceAll("`", "``")}\`` : `\`${of}\``;
}

/** A question mark that takes a value, or that of a parameter. */
export function mark(value: SqlValue | Parameter): Sql {
  return { text: "?", values: [value] };
}

/** A question mark for each of several values. */
export function marks(values: readonly SqlValue[]): Sql {
  return { text: values.length === 0 ? "" : `${"?, ".repeat(values.length - 1)}?`, values };
}

/** Puts pieces together with a text between them. */
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

/** A value of an expression as the driver takes it. */
export function toBound(type: ValueType, value: Scalar): SqlValue {
  const reckoned = toReckoned(type, value);
  return typeof reckoned === "boolean" ? Number(reckoned) : reckoned;
}

/**
 * The values of a statement with those of the parameters.
 * @throws RangeError where a parameter is missing
 */
export function boundValues({ values }: Pick<Sql, "values">, parameters: readonly Scalar[]): SqlValue[] {
  return values.map((value) => (value instanceof Parameter ? given(value, parameters) : value));
}

function given({ place, type }: Parameter, parameters: readonly Scalar[]): SqlValue {
  const value = parameters[place];
  if (value === undefined || value === null) throw new RangeError(`the query's parameter ${place} is missing`);
  return toBound(type, value);
}
