import { dirname } from "node:path";

import type { FolderHappening } from "./folder-trace.ts";

/** A file or folder, whatever its names are. */
interface Inode {
  readonly isFolder: boolean;
  /** Bytes that programs see. */
  live: Buffer;
  /** Bytes that a sync has confirmed. */
  certain: Buffer;
  /** Changes that no sync has confirmed yet, in their order. */
  pending: readonly Change[];
}

/** A new size of a file, and bytes at a place in it. */
interface Change {
  /** Its place among all events. */
  readonly ended: number;
  readonly size: (before: number) => number;
  readonly at: number;
  readonly bytes: Buffer;
}

const nothing = Buffer.alloc(0);

/** A name, and its file from now on; undefined = none. */
type NewName = readonly [path: string, inode: Inode | undefined];

/** A change of names in one folder; a rename is one change of two names. */
interface Naming {
  readonly ended: number;
  readonly folder: string;
  readonly apply: (names: Map<string, Inode>) => void;
}

/** Returns true if an unconfirmed change has reached the disk all the same. */
type Chance = () => boolean;

/** Possible fates of the changes of bytes and of names that no sync has confirmed. */
export const folderFates: Readonly<
  Record<string, (random: () => number) => { readonly bytes: Chance; readonly names: Chance }>
> = {
  nothing: () => ({ bytes: () => false, names: () => false }),
  all: () => ({ bytes: () => true, names: () => true }),
  "names without bytes": () => ({ bytes: () => false, names: () => true }),
  "bytes without names": () => ({ bytes: () => true, names: () => false }),
  "any of them": (random) => ({ bytes: () => random() < 0.5, names: () => random() < 0.5 }),
};

const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`);

/**
 * A disk that promises no more than POSIX: the sync of a file confirms its bytes and not its name, that of a folder the names in it and not
 * the names above it.
 */
export class FolderDisk {
  readonly #root: string;
  readonly #outside: (path: string) => Buffer;
  readonly #live = new Map<string, Inode>();
  readonly #certain = new Map<string, Inode>();
  #pending: Naming[] = [];

  /** Takes `outside`, which reads a file outside of the folder from which bytes were copied. */
  constructor(root: string, outside: (path: string) => Buffer) {
    this.#root = root;
    this.#outside = outside;
  }

  happens(one: FolderHappening): void {
    if (one.kind === "sync") return this.#synced(one.path, one.begun);
    if (!isBelow(one.path, this.#root)) return;
    if (one.kind === "make") this.#made(one.path, one);
    else if (one.kind === "write" || one.kind === "copy" || one.kind === "truncate") this.#changed(one);
    else this.#name(one, this.#renamed(one));
  }

  /** Returns the bytes of a file as programs see them. */
  live(path: string): Buffer | undefined {
    return this.#live.get(path)?.live;
  }

  /** Returns the files after a power cut now, by their paths. */
  image({ bytes, names }: { readonly bytes: Chance; readonly names: Chance }): ReadonlyMap<string, Buffer> {
    const kept = new Map(this.#certain);
    for (const naming of this.#pending) if (names()) naming.apply(kept);
    const isThere = (path: string): boolean =>
      path === this.#root || (kept.get(path)?.isFolder === true && isThere(dirname(path)));
    const files = [...kept].filter(([path, { isFolder }]) => !isFolder && isThere(dirname(path)));
    return new Map(
      files.map(([path, { certain, pending }]) => {
        const came = pending.filter(() => bytes());
        return [path, changed(certain, came)] as const;
      }),
    );
  }

  #made(path: string, { ended, isFolder }: { readonly ended: number; readonly isFolder: boolean }): void {
    if (this.#live.has(path)) return;
    this.#name({ ended, path }, [[path, { isFolder, live: nothing, certain: nothing, pending: [] }]]);
  }

  #renamed(one: Extract<FolderHappening, { kind: "link" | "rename" | "remove" }>): readonly NewName[] {
    if (one.kind === "remove") return [[one.path, undefined]];
    const now = [one.path, this.#live.get(one.from)] as const;
    return one.kind === "link" ? [now] : [[one.from, undefined], now];
  }

  #changed(one: Extract<FolderHappening, { kind: "write" | "copy" | "truncate" }>): void {
    if (one.kind === "truncate") return this.#change(one, { size: () => one.size, at: 0, bytes: nothing });
    const liveBytes = this.#live.get(one.path)?.live.length ?? 0;
    const at = one.kind === "write" && one.at !== "end" ? one.at : liveBytes;
    const bytes = one.kind === "write" ? one.bytes : this.#source(one.from).subarray(at, at + one.size);
    this.#change(one, { size: (before) => Math.max(before, at + bytes.length), at, bytes });
  }

  #name({ ended, path }: { readonly ended: number; readonly path: string }, changes: readonly NewName[]): void {
    const apply = (names: Map<string, Inode>) => {
      for (const [name, inode] of changes) {
        if (inode === undefined) names.delete(name);
        else names.set(name, inode);
      }
    };
    apply(this.#live);
    this.#pending.push({ ended, folder: dirname(path), apply });
  }

  #change({ ended, path }: { readonly ended: number; readonly path: string }, change: Omit<Change, "ended">): void {
    const inode = this.#live.get(path);
    if (inode === undefined) return;
    inode.live = changed(inode.live, [{ ...change, ended }]);
    inode.pending = [...inode.pending, { ...change, ended }];
  }

  #source(path: string): Buffer {
    return this.#live.get(path)?.live ?? this.#outside(path);
  }

  #synced(path: string, begun: number): void {
    const inode = this.#live.get(path);
    if (path === this.#root || inode?.isFolder === true) {
      const isCovered = ({ folder, ended }: Naming) => folder === path && ended < begun;
      for (const naming of this.#pending.filter(isCovered)) naming.apply(this.#certain);
      this.#pending = this.#pending.filter((naming) => !isCovered(naming));
    } else if (inode !== undefined) {
      const covered = inode.pending.filter(({ ended }) => ended < begun);
      inode.certain = changed(inode.certain, covered);
      inode.pending = inode.pending.filter((change) => !covered.includes(change));
    }
  }
}

function changed(before: Buffer, changes: readonly Change[]): Buffer {
  let size = before.length;
  const room = Buffer.alloc(Math.max(size, ...changes.map(({ at, bytes }) => at + bytes.length)));
  before.copy(room);
  for (const { size: sizeAfter, at, bytes } of changes) {
    const after = sizeAfter(size);
    if (after < size) room.fill(0, after, size);
    bytes.copy(room, at);
    size = after;
  }
  return room.subarray(0, size);
}
