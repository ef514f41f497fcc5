/** How large a text is as JSON, whether or not it is well-formed. */
export interface JsonShape {
  /** Levels of objects and lists inside each other. */
  readonly depth: number;
  /** Names with a value. */
  readonly members: number;
  /** Commas: one less than there are members and entries in each object and list. */
  readonly commas: number;
}

const quote = 0x22;
const backslash = 0x5c;

/** Measures a text as JSON, byte by byte and without making anything of it. */
export function jsonShapeOf(bytes: Uint8Array): JsonShape {
  let depth = 0;
  let open = 0;
  let members = 0;
  let commas = 0;
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index]) {
      case quote:
        index = stringEnd(bytes, index);
        break;
      case 0x3a:
        members += 1;
        break;
      case 0x2c:
        commas += 1;
        break;
      case 0x7b:
      case 0x5b:
        open += 1;
        if (open > depth) depth = open;
        break;
      case 0x7d:
      case 0x5d:
        open -= 1;
        break;
      default:
    }
  }
  return { depth, members, commas };
}

/** Where the string ends that begins at a quote; the last byte where it does not end. */
function stringEnd(bytes: Uint8Array, begin: number): number {
  for (let index = begin + 1; index < bytes.length; index++) {
    if (bytes[index] === quote) return index;
    if (bytes[index] === backslash) index += 1;
  }
  return bytes.length;
}

/** The first name that well-formed JSON gives twice in one object. */
export function repeatedName(text: string): string | undefined {
  const bytes = Buffer.from(text);
  const names: (Set<string> | null)[] = [];
  let last = "";
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) {
      const end = stringEnd(bytes, index);
      last = bytes.toString("utf8", index, end + 1);
      index = end;
    } else if (byte === 0x3a) {
      const name = JSON.parse(last) as string;
      const known = names.at(-1);
      if (known?.has(name)) return name;
      known?.add(name);
    } else if (byte === 0x7b) names.push(new Set());
    else if (byte === 0x5b) names.push(null);
    else if (byte === 0x7d || byte === 0x5d) names.pop();
  }
  return undefined;
}
