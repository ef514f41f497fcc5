import { ServiceError } from "#domain/errors.ts";
import { headersMax, headersMaxBytes } from "#domain/limits.ts";

/** Headers and the text after the empty line that ends them. */
export interface Section {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string;
}

const blanksFrom = /[ \t\r]*/y;
const headerName = /^[A-Za-z0-9-]{1,100}$/;

/**
 * Yields the sections of a multipart text one after the other, so that the reader can stop early.
 * @throws BODY_INVALID
 */
export function* sectionsOf(text: string, boundary: string): Generator<Section> {
  let begin: number | undefined;
  for (const { from, to, isLast } of delimitersIn(text, boundary)) {
    if (begin !== undefined) yield sectionOf(text.slice(begin, Math.max(begin, from)));
    if (isLast) return;
    begin = to;
  }
  throw malformedBatch(`the last line must be --${boundary}--`);
}

interface Delimiter {
  /** End of the section before. The line end in front of a delimiter belongs to the delimiter. */
  readonly from: number;
  /** Start of the next section. */
  readonly to: number;
  readonly isLast: boolean;
}

function* delimitersIn(text: string, boundary: string): Generator<Delimiter> {
  // A line begins at the text's beginning and behind each line end.
  for (let line = 0; line >= 0; line = nextLine(text, line)) {
    if (!text.startsWith("--", line) || !text.startsWith(boundary, line + 2)) continue;
    const behind = line + 2 + boundary.length;
    const isLast = text.startsWith("--", behind);
    const end = lineEnd(text, isLast ? behind + 2 : behind);
    if (end === undefined) continue;
    const from = line - (text[line - 2] === "\r" ? 2 : 1);
    yield { from, to: end, isLast };
  }
}

function nextLine(text: string, line: number): number {
  // Only such lines can be delimiters, and they are fewer than all lines.
  const found = text.indexOf("\n--", Math.max(0, line));
  return found < 0 ? -1 : found + 1;
}

/** Returns the index after the line end, or the end of the text. Undefined if anything but blanks comes first. */
function lineEnd(text: string, from: number): number | undefined {
  blanksFrom.lastIndex = from;
  blanksFrom.test(text);
  const index = blanksFrom.lastIndex;
  if (index === text.length) return index;
  return text[index] === "\n" ? index + 1 : undefined;
}

/**
 * Reads headers up to the first empty line; the rest is the content as it is.
 * @throws BODY_INVALID
 */
export function sectionOf(text: string): Section {
  const headers = new Map<string, string>();
  let lines = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end);
    start = end + 1;
    if (line === "") return { headers: Object.fromEntries(headers), content: text.slice(start) };
    lines += 1;
    if (lines > headersMax || start > headersMaxBytes) {
      throw malformedBatch(
        `a part may have at most ${headersMax} headers, with ${headersMaxBytes} characters together`,
      );
    }
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon));
    if (!headerName.test(name)) throw malformedBatch(`'${line.slice(0, 100)}' is no header`);
    headers.set(name.toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers: Object.fromEntries(headers), content: "" };
}

/** Returns the error of a multipart batch that is not well-formed. */
export function malformedBatch(rule: string): ServiceError {
  return new ServiceError("BODY_INVALID", { message: `The batch is not well-formed: ${rule}.` });
}
