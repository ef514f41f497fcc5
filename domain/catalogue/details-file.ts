import { itemsChangedMax } from "../catalogue-limits.ts";
import { type RowFault, tableInSteps, type TableRow } from "../csv-table.ts";
import type { Steps } from "../steps.ts";

/** Columns that a file of details may have; `key` is required. */
export const detailColumns: readonly string[] = ["key", "owner", "risk", "tags", "longestHours"];

/** A row about one catalog item. A column that the file does not have is absent, and an empty value is null. */
export interface DetailsRow {
  readonly line: number;
  readonly key: string;
  /** ID of the owner. */
  readonly owner?: string | null;
  /** Whole number, or the text of the file if it is none. */
  readonly risk?: number | string | null;
  readonly tags?: readonly string[];
  /** Whole number, or the text of the file if it is none. */
  readonly longestHours?: number | string | null;
}

/** Rows of a file of details, and the faults of those that cannot be read. */
export interface DetailsFile {
  readonly rows: readonly DetailsRow[];
  readonly faults: readonly RowFault[];
  /** True if the file has more rows than are allowed. */
  readonly cut: boolean;
}

/** Reads a file of details, with the names of the columns in the first line and the tags of an item between blanks. */
export function* readDetails(text: string): Steps<DetailsFile> {
  const form = { known: detailColumns, required: ["key"], rowsMax: itemsChangedMax };
  const { rows, faults, cut } = yield* tableInSteps(text, form);
  const items: DetailsRow[] = [];
  const unfit: RowFault[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    yield;
    const item = rowOf(row);
    const before = lines.get(item.key);
    if (item.key === "") unfit.push({ line: row.line, column: "key", message: "it is empty. Add the key of the item" });
    else if (before !== undefined) unfit.push({ line: row.line, column: "key", message: repeated(before) });
    else items.push(item);
    lines.set(item.key, before ?? row.line);
  }
  return { rows: items, faults: [...faults, ...unfit], cut };
}

const repeated = (line: number) => `it stands in line ${line} too. Keep one of them`;

function rowOf({ line, values }: TableRow): DetailsRow {
  const said = new Map(Object.entries(values).map(([name, value]) => [name, value.trim()]));
  const [owner, tags] = [said.get("owner"), said.get("tags")];
  const [risk, longestHours] = [numberOf(said.get("risk")), numberOf(said.get("longestHours"))];
  return {
    line,
    key: said.get("key") ?? "",
    ...(owner !== undefined && { owner: owner || null }),
    ...(risk !== undefined && { risk }),
    ...(tags !== undefined && { tags: tags.split(/\s+/).filter((tag) => tag !== "") }),
    ...(longestHours !== undefined && { longestHours }),
  };
}

function numberOf(text: string | undefined): number | string | null | undefined {
  if (text === undefined || text === "") return text === "" ? null : undefined;
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : text;
}
