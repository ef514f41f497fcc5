/** A segment's place in a path. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const filter = /(?:\$|%24)filter(?:\(|%28)/iy;
const mark = /['"()[\]{}]|%27|%22|%28|%29/g;

/** Divides a path at its slashes, before decoding; a `$filter(…)` may have slashes within its brackets. */
export function splitPath(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (;;) {
    filter.lastIndex = from;
    const bracketed = filter.test(text) ? closingBracket(text, filter.lastIndex) : from;
    const slash = text.indexOf("/", bracketed);
    if (slash < 0) {
      spans.push({ from, to: text.length });
      return spans;
    }
    spans.push({ from, to: slash });
    from = slash + 1;
  }
}

// Returns the place of the bracket that closes the one before `from`; the end of the text if none does.
function closingBracket(text: string, from: number): number {
  let depth = 1;
  let quoted = "";
  mark.lastIndex = from;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const character = decodeURIComponent(found[0]);
    if (quoted !== "") {
      if (character === quoted) quoted = "";
    } else if (character === "'" || character === '"') quoted = character;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth === 0) return found.index;
  }
  return text.length;
}
