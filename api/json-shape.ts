/** Size of a text as JSON, whether or not it is well-formed. */
export interface JsonShape {
  /** Levels of objects and lists inside each other. */
  readonly depth: number;
  /** Number of names with a value. */
  readonly members: number;
  /** Number of names of the object that has the most. */
  readonly widest: number;
  /** Number of commas: one less than there are members and entries in each object and list. */
  readonly commas: number;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Measures a text as JSON, byte by byte and without parsing it. It stops beyond the given number of levels, and returns
 * the size so far.
 */
export function jsonShapeOf(bytes: Uint8Array, levels: number): JsonShape {
  const shape = new MeasuredShape(levels);
  for (let index = 0; index < bytes.length && shape.depth <= levels; index++) {
    switch (bytes[index]) {
      case quote:
        index = stringEnd(bytes, index);
        break;
      case 0x3a:
        shape.name();
        break;
      case 0x2c:
        shape.commas += 1;
        break;
      case 0x7b:
      case 0x5b:
        shape.open();
        break;
      case 0x7d:
      case 0x5d:
        shape.close();
        break;
      default:
    }
  }
  return shape;
}

class MeasuredShape implements JsonShape {
  depth = 0;
  members = 0;
  widest = 0;
  commas = 0;
  #open = 0;
  /** Number of names of the open object at each level. */
  readonly #names: Uint32Array;

  constructor(levels: number) {
    this.#names = new Uint32Array(levels + 2);
  }

  open(): void {
    this.#open += 1;
    this.depth = Math.max(this.depth, this.#open);
    this.#names[this.#open] = 0;
  }

  close(): void {
    if (this.#open > 0) this.#open -= 1;
  }

  name(): void {
    this.members += 1;
    const names = (this.#names[this.#open] ?? 0) + 1;
    this.#names[this.#open] = names;
    this.widest = Math.max(this.widest, names);
  }
}

/** Returns the index of the quote that ends a string; the length of the text if it does not end. */
function stringEnd(bytes: Uint8Array, begin: number): number {
  for (let index = begin + 1; index < bytes.length; index++) {
    if (bytes[index] === quote) return index;
    if (bytes[index] === backslash) index += 1;
  }
  return bytes.length;
}

/** Returns the first name that well-formed JSON gives twice in one object; undefined if there is none. */
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
