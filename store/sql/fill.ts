import { joinSql, mark, raw, type Sql, type SqlValue } from "./sql.ts";

/** Fills the question marks of a text, in their order: with pieces of SQL, which stand there, or with values, which are bound. */
export function fill(text: string, ...parts: readonly (Sql | SqlValue)[]): Sql {
  const pieces = text.split("?").flatMap((piece, index) => {
    if (index === 0) return [raw(piece)];
    const part = parts[index - 1] ?? null;
    return [typeof part === "object" && part !== null ? part : mark(part), raw(piece)];
  });
  return joinSql(pieces, "");
}
