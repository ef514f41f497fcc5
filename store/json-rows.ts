import type { Database } from "./database.ts";

/** A column of rows that come as one JSON parameter. */
export interface JsonColumn {
  readonly name: string;
  readonly type: "text" | "number";
}

const sqlTypes = { text: "LONGTEXT", number: "BIGINT" } as const;

/**
 * The FROM part that reads rows from one JSON parameter, a list of lists of values: one statement text, and one round
 * trip, for any number of rows.
 */
export function jsonRows(dialect: Database["dialect"], columns: readonly JsonColumn[]): string {
  if (dialect === "sqlite") {
    const values = columns.map(({ name }, index) => `json_extract(value, '$[${index}]') AS \`${name}\``);
    return `(SELECT ${values.join(", ")} FROM json_each(?)) j`;
  }
  const values = columns.map(({ name, type }, index) => `\`${name}\` ${sqlTypes[type]} PATH '$[${index}]'`);
  return `JSON_TABLE(?, '$[*]' COLUMNS (${values.join(", ")})) j`;
}

/** The part of an insert that meets rows which are there already: the assignments may name both the old and the new value. */
export function onExisting(
  dialect: Database["dialect"],
  key: readonly string[],
  assign: (given: (column: string) => string) => string,
): string {
  if (dialect === "mariadb") return `ON DUPLICATE KEY UPDATE ${assign((column) => `VALUES(\`${column}\`)`)}`;
  const names = key.map((name) => `\`${name}\``).join(", ");
  return `ON CONFLICT (${names}) DO UPDATE SET ${assign((column) => `excluded.\`${column}\``)}`;
}
