import { files, type Happening, type Recording } from "./recording.ts";

/** Selection of the unconfirmed pieces that have reached the disk, for each piece in the order of the writes. */
export type Fate = (pieces: readonly Piece[], random: () => number) => (piece: Piece, index: number) => boolean;

/** A piece of a write within one sector, which is written whole or not at all. */
export interface Piece {
  readonly file: number;
  readonly at: number;
  readonly bytes: Buffer;
  readonly order: number;
  /** True if a sync has failed after it: the system treats it as written, so no later sync writes it. */
  failed: boolean;
}

const sectorBytes = 512;
const pageBytes = 4096;

/** Possible fates of the writes that no sync has confirmed. */
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

/** A simulated disk that follows recorded events and can make images of a power cut at any of them. */
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

  /** Returns the names of the transactions that were answered as done. */
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

  /** Returns the database and its log after a power cut now. */
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

  /** Cuts a file off at a size. A file system keeps its own journal of sizes; pieces of a write beyond the new end are dropped. */
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
    // A late report of an earlier failure loses nothing of what was written since. If the system had dropped another page now, every open
    // descriptor would get the failure; so if another's sync of the same bytes succeeds, no power cut can leave an image without them.
    // Treating them as failed made such images. The late sync does not count as confirming them.
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

/**
 * Removes the parts of a sector's failed pieces that were written again at the same place and synced: they no longer depend on the first
 * write.
 */
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
