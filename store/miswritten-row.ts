import { hasContentHash, type HashKeys } from "./audit/audit-content.ts";
import type { SqlRow } from "./sql/sql.ts";

/** The columns by which a refused call described itself, in the order of the table. */
const columns = ["recipient", "ident", "targetSystem", "account", "batchId"] as const;

/** The version of the hashes that were made while the defect was there. */
const defectVersion = "1.";

const readingsMax = 20_000;

/**
 * True where a row holds other values than those over which the service made its hash, by a defect that is mended: the input of
 * a refused call was hashed as it came, and the driver stored a list as several columns, a number as its text and half a
 * character as a sign of its own. What was hashed is found again from what is stored, and the keyed hash must fit it: so
 * nobody without the key ring makes a row look like this, or changes one that does.
 */
export function isMiswritten(keys: HashKeys, row: SqlRow): boolean {
  if (row["result"] !== "F" || !String(row["contentHash"]).startsWith(defectVersion)) return false;
  const stored = columns.map((column) => row[column] as string | null);
  let tried = 0;
  for (const reading of readings(stored)) {
    if (hasContentHash(keys, { ...row, ...reading })) return true;
    if (++tried >= readingsMax) return false;
  }
  return false;
}

type Reading = Readonly<Record<string, unknown>>;

/** What may have been hashed where this is stored. */
function* readings(stored: readonly (string | null)[]): Generator<Reading> {
  yield* products(stored.map(scalarsOf));
  for (const lengths of layouts(stored.length)) {
    let at = 0;
    const parts = lengths.map((length) => {
      const taken = stored.slice(at, (at += length ?? 1));
      return length === null ? numbersOf(taken[0] ?? null) : [...tuples(taken.map(numbersOf))];
    });
    yield* products(parts);
  }
}

/** Each way to share out places among the columns: null is a single value, a number a list of so many. */
function* layouts(places: number, count: number = columns.length): Generator<(number | null)[]> {
  if (count === 0) {
    if (places === 0) yield [];
    return;
  }
  if (places > 0) for (const rest of layouts(places - 1, count - 1)) yield [null, ...rest];
  for (let length = 0; length <= places; length++)
    for (const rest of layouts(places - length, count - 1)) yield [length, ...rest];
}

function* products(parts: readonly (readonly unknown[])[]): Generator<Reading> {
  for (const values of tuples(parts)) yield Object.fromEntries(columns.map((column, index) => [column, values[index]]));
}

function* tuples(parts: readonly (readonly unknown[])[]): Generator<unknown[]> {
  const [first, ...rest] = parts;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const value of first) for (const others of tuples(rest)) yield [value, ...others];
}

function numbersOf(text: string | null): unknown[] {
  if (text === null || !/^-?\d/.test(text)) return [text];
  const number = Number(text);
  return Number.isFinite(number) ? [text, number] : [text];
}

/** One driver stored lists and objects as JSON, and truths as numbers; both store what UTF-8 cannot write as one sign. */
function scalarsOf(text: string | null): unknown[] {
  if (text === null) return [null];
  const more: unknown[] = text === "1" ? [true] : text === "0" ? [false] : [];
  if (/^[[{]/.test(text)) more.push(...parsed(text));
  return [...numbersOf(text), ...more, ...halves(text)];
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

const replacement = "\uFFFD";
const [firstHalf, lastHalf] = [0xd800, 0xdfff];

function halves(text: string): string[] {
  const [before = "", after, ...more] = text.split(replacement);
  if (after === undefined || more.length > 0) return [];
  return Array.from(
    { length: lastHalf - firstHalf + 1 },
    (_, index) => before + String.fromCharCode(firstHalf + index) + after,
  );
}
