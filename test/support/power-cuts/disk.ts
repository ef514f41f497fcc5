import { files, type Happening, type Recording } from "./recording.ts";

/** What of the writes that no sync has confirmed has come onto the disk: for each piece of a write, in their order. */
export type Fate = (pieces: readonly Piece[], random: () => number) => (piece: Piece, index: number) => boolean;

/** A piece of a write within one sector, which comes whole or not at all. */
export interface Piece {
  readonly file: number;
  readonly at: number;
  readonly bytes: Buffer;
  readonly order: number;
  /** True where a sync has failed after it: the system takes it for written, so no later sync brings it. */
  failed: boolean;
}

const sectorBytes = 512;
const pageBytes = 4096;

/** What may have come of the writes that no sync has confirmed. */
export const fates: Readonly<Record<string, Fate>> = {
  nothing: () => () => false,
  all: () => () => true,
  "all but what a sync has failed for": () => (piece) => !piece.failed,
  "a prefix, torn in a sector": (pieces, random) => {
    const kept = Math.floor(random() * (pieces.length + 1));
    return (_, index) => index < kept;
  },
  "any pages": (_, random) => {
    const kept = new Map<string, boolean>();
    return ({ file, at }) => {
      const page = `${file} ${Math.floor(at / pageBytes)}`;
      if (!kept.has(page)) kept.set(page, random() < 0.5);
      return kept.get(page) === true;
    };
  },
  "any sectors": (_, random) => () => random() < 0.5,
};

/** A disk that is told what happens, and from which images of a power cut at this moment can be made. */
export class Disk {
  readonly #certain: [Contents, Contents];
  readonly #answered = new Set<string>();
  readonly #syncs = new Map<number, number>();
  readonly #withoutOwnSync: boolean;
  #pending: Piece[] = [];
  #order = 0;

  constructor({ before }: Recording, { withoutOwnSync = false } = {}) {
    this.#certain = [new Contents(before), new Contents(Buffer.alloc(0))];
    this.#withoutOwnSync = withoutOwnSync;
  }

  /** The transactions of which somebody has heard that they are done. */
  get answered(): ReadonlySet<string> {
    return this.#answered;
  }

  happens({ kind, file, own, at, bytes }: Happening): void {
    this.#order += 1;
    if (file === files.answers) {
      for (const name of bytes.toString().trim().split("\n")) this.#answered.add(name);
    } else if (kind === "write") this.#written(file, at, bytes);
    else if (kind === "truncate") this.#cutOff(file, at);
    else if (kind === "syncBegins") this.#syncs.set(at, this.#order);
    else if (!(own && this.#withoutOwnSync)) this.#synced(file, this.#syncs.get(at) ?? 0, kind);
  }

  /** The database and its log after a power cut now. */
  image(fate: Fate, random: () => number): readonly Buffer[] {
    const images = this.#certain.map((contents) => contents.copy());
    const kept = fate(this.#pending, random);
    for (const [index, piece] of this.#pending.entries()) if (kept(piece, index)) images[piece.file]?.take(piece);
    return images.map(({ bytes }) => bytes);
  }

  #written(file: number, at: number, bytes: Buffer): void {
    for (let from = 0; from < bytes.length;) {
      const size = Math.min(bytes.length - from, sectorBytes - ((at + from) % sectorBytes));
      this.#pend(file, at + from, bytes.subarray(from, from + size));
      from += size;
    }
  }

  /** A file system keeps its own journal of sizes; what was to be written behind the new end is given up. */
  #cutOff(file: number, size: number): void {
    this.#certain[file]?.cutOff(size);
    this.#pending = this.#pending.flatMap((piece) => {
      if (piece.file !== file || piece.at + piece.bytes.length <= size) return [piece];
      return piece.at >= size ? [] : [{ ...piece, bytes: piece.bytes.subarray(0, size - piece.at) }];
    });
  }

  #pend(file: number, at: number, bytes: Buffer): void {
    this.#pending.push({ file, at, bytes, order: this.#order, failed: false });
  }

  #synced(file: number, order: number, kind: Happening["kind"]): void {
    // Who only hears late of an earlier failure has lost nothing of what was written since. Had the system given up another page
    // just now, every open descriptor would hear of that; so where another's sync of the same bytes ends well, no power cut can
    // leave an image without them. To take them for failed made such images. The late one is not counted as having brought them.
    if (kind === "syncTells") return;
    const covered = (piece: Piece) => piece.file === file && piece.order < order;
    if (kind === "syncFails") {
      for (const piece of this.#pending) if (covered(piece)) piece.failed = true;
      return;
    }
    const contents = this.#certain[file];
    const later: Piece[] = [];
    const failedBefore = new Map<number, Piece[]>();
    for (const piece of this.#pending) {
      if (!covered(piece)) later.push(piece);
      else if (piece.failed) push(failedBefore, piece);
      else {
        contents?.take(piece);
        cover(failedBefore, piece);
      }
    }
    this.#pending = [...failedBefore.values()].flat().concat(later);
    this.#pending.sort((one, other) => one.order - other.order || one.at - other.at);
  }
}

const sectorOf = ({ at }: Piece) => Math.floor(at / sectorBytes);

function push(bySector: Map<number, Piece[]>, piece: Piece): void {
  bySector.set(sectorOf(piece), [...(bySector.get(sectorOf(piece)) ?? []), piece]);
}

/** What was written again at the same place, and synced, no longer depends on what has become of the first write. */
function cover(bySector: Map<number, Piece[]>, by: Piece): void {
  const known = bySector.get(sectorOf(by));
  if (known === undefined) return;
  const end = by.at + by.bytes.length;
  const left = known.flatMap((piece) => {
    const pieceEnd = piece.at + piece.bytes.length;
    if (pieceEnd <= by.at || piece.at >= end) return [piece];
    const before = { ...piece, bytes: piece.bytes.subarray(0, Math.max(0, by.at - piece.at)) };
    const after = { ...piece, at: end, bytes: piece.bytes.subarray(Math.max(0, end - piece.at)) };
    return [before, after].filter(({ bytes }) => bytes.length > 0);
  });
  bySector.set(sectorOf(by), left);
}

/** The bytes of a file, which grow. */
class Contents {
  #room: Buffer;
  #size: number;

  constructor(bytes: Buffer) {
    this.#room = Buffer.from(bytes);
    this.#size = bytes.length;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }

  copy(): Contents {
    return new Contents(this.bytes);
  }

  take({ at, bytes }: Piece): void {
    const end = at + bytes.length;
    if (end > this.#room.length) this.#room = Buffer.concat([this.bytes], 2 * end);
    if (end > this.#size) this.#room.fill(0, this.#size, end);
    bytes.copy(this.#room, at);
    this.#size = Math.max(this.#size, end);
  }

  cutOff(size: number): void {
    if (size < this.#size) this.#size = size;
  }
}
