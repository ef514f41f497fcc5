/** The options of a read, in the words of OData without `$`. */
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

/** A page of a set. */
export interface Page<Row> {
  readonly value: readonly Row[];
  readonly "@odata.count"?: number;
  readonly "@odata.nextLink"?: string;
}

/** The address of a read: the path with its options. */
export function address(path: string, options: ReadOptions = {}): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== "");
  const query = given.map(([name, value]) => `$${name}=${encodeURIComponent(String(value))}`).join("&");
  return query === "" ? path : `${path}?${query}`;
}

/** A text as a literal of a filter. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The address of an entity by its key. */
export function entity(set: string, key: string): string {
  return `${set}(${encodeURIComponent(literal(key))})`;
}

/** Conditions that all must hold; without any there is no filter. */
export function allOf(conditions: readonly (string | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => condition !== undefined && condition !== "");
  if (given.length < 2) return given[0];
  return given.map((condition) => `(${condition})`).join(" and ");
}

/** Words that somebody types, as `$search` takes them: each is looked for as it is. */
export function searchWords(typed: string): string | undefined {
  const words = typed
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.length === 0 ? undefined : words.map((word) => `"${word.replaceAll(/["\\]/g, "\\$&")}"`).join(" ");
}

/** What tells the state of a row as it was read, so that a change overwrites nothing newer. */
export function etagOf(row: object): string | null {
  return (row as { readonly "@odata.etag"?: string })["@odata.etag"] ?? null;
}
