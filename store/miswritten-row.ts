import { hasContentHash, type HashKeys } from "./audit/audit-content.ts";
import type { SqlRow } from "./sql/sql.ts";

/** Columns in which a refused call described itself, in the order of the table. */
const columns = ["recipient", "ident", "targetSystem", "account", "batchId"] as const;

/** Version of the hashes that were made while the defect existed. */
const defectVersion = "1.";

const readingsMax = 20_000;

/**
 * Returns true if a row holds other values than those that the service hashed, because of a defect that is fixed. The input of a refused
 * call was hashed as it came. The driver, however, stored a list as several columns, a number as its text and half a character as a sign of
 * its own. The hashed values are reconstructed from the stored ones, and the keyed hash must match them: so no one without the key ring can
 * make a row look like this, or change one that does.
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

/** Yields the values that may have been hashed for the stored ones. */
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

/** Yields each way to divide places among the columns: null is a single value, a number a list of that length. */
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

/**
 * Returns the values that may be stored as a text. One driver stored lists and objects as JSON, and booleans as numbers; both store what
 * UTF-8 cannot encode as one sign.
 */
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
