const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;

/** Objects in each other that a line of an answer has at most. */
const depthMax = 2;

/**
 * Returns true if a line is an object of texts, numbers and objects of these, with no more members than given. Only such a line is parsed: the
 * time that another one of the same length takes may be a hundred times as long.
 */
export function isFlatLine(line: Buffer, membersMax: number): boolean {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at];
    if (byte === quote) {
      at = endOfText(line, at);
      if (at < 0) return false;
    } else if (byte === comma) members += 1;
    else if (byte === openBrace) depth += 1;
    else if (byte === closeBrace) depth -= 1;
    else if (byte === openBracket) return false;
    if (depth > depthMax || members >= membersMax) return false;
  }
  return true;
}

/** Returns the place of the quote that ends a text; -1 if none does. */
function endOfText(line: Buffer, from: number): number {
  for (let at = line.indexOf(quote, from + 1); at >= 0; at = line.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (line[at - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
