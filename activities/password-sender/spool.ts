import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import type { SenderAccountName } from "#domain/password-sync/sender-call.ts";
import { makeFolderDurably, writeFileDurably } from "#platform/files/durable-file.ts";
import type { Ids } from "#platform/ids.ts";

import { senderLimits } from "./sender-limits.ts";
import { type NewChange, readChange, type WaitingChange, withoutPassword } from "./waiting-change.ts";

/** Place of a change in the spool, until the target has made or refused it. */
export interface KeptChange {
  readonly number: number;
  /** Lets the change be sent. */
  made(): void;
  /** Takes the change back, because the target has refused it. */
  refused(): void;
  /** Lets the change be sent without its password: nobody knows if the target has made it. */
  uncertain(): void;
}

/** Error of a spool that takes no further change. */
export class SpoolFullError extends Error {
  override readonly name = "SpoolFullError";
}

/** Changes on the disk of a sender, in the order of their numbers. One process uses it at a time. */
export interface Spool {
  /** Number of changes that wait. */
  readonly waiting: number;
  /**
   * Keeps a change whose sealed text `seal` makes for its number. It is on the disk when this resolves.
   * @throws SpoolFullError, or the error of the file system
   */
  keep(seal: (series: string, number: number) => Promise<NewChange>): Promise<KeptChange>;
  /** Returns the change with the lowest number; undefined if there is none, or its target has not answered yet. */
  first(): WaitingChange | undefined;
  /** Removes all changes up to a number: the service has recorded them. */
  sent(through: number): void;
  /** Puts a change without its password in the place of one that the service does not take. */
  putAside(number: number): void;
  /** Begins another series with what waits. Passwords that were sealed for the series before are lost; their changes are not. */
  renew(): void;
  /** Calls a listener each time a change can be sent. */
  onReady(listener: () => void): void;
}

/** Options of a spool. */
export interface SpoolOptions {
  readonly ids: Pick<Ids, "token">;
  /** Changes that wait at most, in all and of one account. */
  readonly waitingMax?: number;
  readonly waitingOfAccountMax?: number;
}

interface Note {
  readonly series: string;
  /** Number of the last change that the service has recorded. */
  readonly through: number;
}

// A held change waits for its target; the target has made a ready one, refused a withdrawn one, and not answered about an uncertain one.
type State = "held" | "ready" | "uncertain" | "withdrawn";

const noteSchema = z.object({ series: z.string().min(1), through: z.int().min(0) });
const noteName = "series.json";
const seriesBytes = 16;
const digits = 15;
// Only the rename of a made change is on the disk: after a kill all others are uncertain.
const endings = { held: "held", ready: "json", uncertain: "held", withdrawn: "held" } as const;
const fileName = /^(\d{15})\.(held|json)$/;
// The service knows no such account.
const unknownName = { shortId: "?" } as const;
const unknownMoment = { boot: "", ms: 0 } as const;

/**
 * Opens the spool in a folder. A change is uncertain if an earlier process has ended before its target had answered, or if its file
 * cannot be read: it keeps its number and is sent without its password, which must not be set anywhere if the target has refused it.
 */
export function openSpool(folder: string, options: SpoolOptions): Spool {
  makeFolderDurably(folder);
  return new FileSpool(folder, options);
}

class FileSpool implements Spool {
  readonly #folder: string;
  readonly #ids: SpoolOptions["ids"];
  readonly #waitingMax: number;
  readonly #waitingOfAccountMax: number;
  readonly #listeners: (() => void)[] = [];
  // In the order of the numbers.
  #states = new Map<number, State>();
  // By number, so that no account takes the place of all others.
  readonly #accounts = new Map<number, string>();
  #note: Note;
  /** Last number that was given. */
  #last: number;
  /** End of the keeping of the latest change. */
  #keeping: Promise<unknown> = Promise.resolve();
  #isSealing = false;

  constructor(folder: string, { ids, ...limits }: SpoolOptions) {
    this.#folder = folder;
    this.#ids = ids;
    this.#waitingMax = limits.waitingMax ?? senderLimits.waitingMax;
    this.#waitingOfAccountMax = limits.waitingOfAccountMax ?? senderLimits.waitingOfAccountMax;
    const files = readdirSync(folder).filter((name) => fileName.test(name));
    const note = readNote(join(folder, noteName));
    this.#note = note ?? this.#lostNote(files) ?? { series: ids.token(seriesBytes), through: 0 };
    for (const name of readdirSync(folder)) if (this.#isLeft(name)) rmSync(join(folder, name));
    const left = files.filter((name) => !this.#isLeft(name)).map(numberOf);
    this.#last = Math.max(this.#note.through, ...left);
    if (note === undefined) this.#writeNote(this.#note);
    // The service expects all numbers: one without a file was taken back.
    for (let number = this.#note.through + 1; number <= this.#last; number += 1) this.#load(number);
  }

  get waiting(): number {
    return this.#states.size;
  }

  keep(seal: (series: string, number: number) => Promise<NewChange>): Promise<KeptChange> {
    // One after the other: a number is given only when the change before is on the disk, or is not kept at all.
    const kept = this.#keeping.then(async () => {
      if (this.#states.size >= this.#waitingMax) throw new SpoolFullError(`${this.#states.size} changes wait already.`);
      this.#isSealing = true;
      try {
        const { series } = this.#note;
        const number = this.#last + 1;
        const change = await seal(series, number);
        this.#requirePlaceFor(change.name);
        this.#write({ series, number, ...change }, "held");
        this.#last = number;
        return this.#place({ series, number });
      } finally {
        this.#isSealing = false;
      }
    });
    this.#keeping = kept.catch(() => undefined);
    return kept;
  }

  first(): WaitingChange | undefined {
    const [number, state] = this.#states.entries().next().value ?? [];
    return number !== undefined && state !== "held" ? this.#read(number) : undefined;
  }

  sent(recorded: number): void {
    const through = Math.min(recorded, this.#last);
    if (through <= this.#note.through) return;
    this.#writeNote({ ...this.#note, through });
    for (const number of this.#states.keys()) {
      if (number > through) break;
      this.#remove(number);
    }
  }

  putAside(number: number): void {
    this.#write(withoutPassword(this.#read(number), "unreadable"), "ready");
  }

  renew(): void {
    const left = [...this.#states.keys()].map((number) => this.#read(number));
    for (const { number } of left) this.#remove(number);
    const series = this.#ids.token(seriesBytes);
    this.#writeNote({ series, through: 0 });
    this.#last = 0;
    for (const change of left) {
      this.#last += 1;
      this.#write(withoutPassword({ ...change, series, number: this.#last }, "unreadable"), "ready");
    }
  }

  onReady(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #requirePlaceFor(name: SenderAccountName): void {
    const account = accountOf(name);
    const waiting = [...this.#accounts.values()].filter((one) => one === account).length;
    if (waiting >= this.#waitingOfAccountMax)
      throw new SpoolFullError(`${waiting} changes of the account ${account} wait already.`);
  }

  #place({ series, number }: { series: string; number: number }): KeptChange {
    const isHeld = () => series === this.#note.series && this.#states.get(number) === "held";
    return {
      number,
      made: () => {
        if (!isHeld()) return;
        // Not synced: after a power cut the change is uncertain, and is looked at.
        renameSync(this.#pathOf(number, "held"), this.#pathOf(number, "ready"));
        this.#states.set(number, "ready");
        this.#tell();
      },
      refused: () => {
        if (!isHeld()) return;
        if (number === this.#last && !this.#isSealing) {
          this.#remove(number);
          this.#last = number - 1;
        } else {
          // Not written, for a full disk must not stop later changes.
          this.#states.set(number, "withdrawn");
        }
        this.#tell();
      },
      uncertain: () => {
        if (!isHeld()) return;
        this.#states.set(number, "uncertain");
        this.#tell();
      },
    };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #load(number: number): void {
    const { series } = this.#note;
    const held = readChange(this.#pathOf(number, "held"));
    const ready = readChange(this.#pathOf(number, "ready"));
    if (ready?.series === series && ready.number === number) {
      this.#states.set(number, "ready");
      this.#accounts.set(number, accountOf(ready.name));
    } else {
      const { name, at } = held ?? ready ?? { name: unknownName, at: unknownMoment };
      this.#write(withoutPassword({ series, number, name, at }, "uncertain"), "ready");
    }
    rmSync(this.#pathOf(number, "held"), { force: true });
  }

  /** Returns the series of the files if their note is lost. */
  #lostNote(files: readonly string[]): Note | undefined {
    const known = files.map((name) => readChange(join(this.#folder, name))).find((change) => change !== undefined);
    return known && { series: known.series, through: Math.min(...files.map(numberOf)) - 1 };
  }

  #isLeft(name: string): boolean {
    if (name === noteName) return false;
    return !fileName.test(name) || numberOf(name) <= this.#note.through;
  }

  #read(number: number): WaitingChange {
    const { series } = this.#note;
    const state = this.#states.get(number) ?? "ready";
    const change = readChange(this.#pathOf(number, state));
    if (change === undefined)
      return withoutPassword({ series, number, name: unknownName, at: unknownMoment }, "uncertain");
    return state === "uncertain" || state === "withdrawn" ? withoutPassword(change, state) : change;
  }

  #write(change: WaitingChange, state: State): void {
    writeFileDurably(this.#pathOf(change.number, state), JSON.stringify(change));
    this.#states.set(change.number, state);
    this.#accounts.set(change.number, accountOf(change.name));
  }

  #remove(number: number): void {
    for (const state of ["held", "ready"] as const) rmSync(this.#pathOf(number, state), { force: true });
    this.#states.delete(number);
    this.#accounts.delete(number);
  }

  #writeNote(note: Note): void {
    writeFileDurably(join(this.#folder, noteName), JSON.stringify(note));
    this.#note = note;
  }

  #pathOf(number: number, state: State): string {
    return join(this.#folder, `${String(number).padStart(digits, "0")}.${endings[state]}`);
  }
}

const accountOf = ({ stableId, longId, shortId }: SenderAccountName) => JSON.stringify([stableId, longId, shortId]);
const numberOf = (name: string) => Number(name.slice(0, digits));

function readNote(path: string): Note | undefined {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}
