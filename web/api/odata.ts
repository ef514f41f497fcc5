/** Options of a read: the names are OData's without `$`. */
export interface ReadOptions {
  readonly filter?: string | undefined;
  readonly search?: string | undefined;
  readonly orderby?: string | undefined;
  readonly select?: string | undefined;
  readonly expand?: string | undefined;
  readonly top?: number | undefined;
  readonly skip?: number | undefined;
  readonly count?: boolean | undefined;
}

declare const answer: unique symbol;

/** Path of a resource; its type knows the answer to a read. */
export type Path<Answer = unknown> = string & Answering<Answer>;

/** Mark of a path or a change; the compiler alone sees it. */
export interface Answering<Answer> {
  readonly [answer]: Answer;
}

/** A page of a set. */
export interface Page<Row> {
  readonly value: readonly Row[];
  readonly "@odata.count"?: number;
  readonly "@odata.nextLink"?: string;
}

/** Returns the address of a read: the path with its options. */
export function address<Answer>(path: Path<Answer>, options: ReadOptions = {}): Path<Answer> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== "");
  const query = given.map(([name, value]) => `$${name}=${encodeURIComponent(String(value))}`).join("&");
  return query === "" ? path : (`${path}?${query}` as Path<Answer>);
}

/** Returns a text as a string literal of a filter. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Joins conditions by `and`; undefined without any condition. */
export function allOf(conditions: readonly (string | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => condition !== undefined && condition !== "");
  if (given.length < 2) return given[0];
  return given.map((condition) => `(${condition})`).join(" and ");
}

/** Returns typed words as a value of `$search` that searches for each word literally. */
export function searchWords(typed: string): string | undefined {
  const words = typed
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.length === 0 ? undefined : words.map((word) => `"${word.replaceAll(/["\\]/g, "\\$&")}"`).join(" ");
}

/** Returns the ETag of a row, so that a change overwrites no newer version; null if the row has none. */
export function etagOf(row: object): string | null {
  return (row as { readonly "@odata.etag"?: string })["@odata.etag"] ?? null;
}
