import { ServiceError } from "#domain/errors.ts";
import { fenceKnownMs } from "#domain/fence-limits.ts";
import { type Admission, admissionOf, type VersionFence } from "#domain/version-fence.ts";

import type { Database } from "./database.ts";
import { raisedCounter } from "./raised-counter.ts";
import { schemaVersion } from "./schema/schema-version.ts";

/** Counters of the fence, in the table `nodeCounters`. */
const counters = { reader: "lowestReader", writer: "lowestWriter" } as const satisfies Record<
  keyof VersionFence,
  string
>;

/** Reads the fence of a database. */
export async function readFence({ read }: Pick<Database, "read">): Promise<VersionFence> {
  const names = Object.values(counters);
  const rows = await read("SELECT `name`, `value` FROM `nodeCounters` WHERE `name` IN (?, ?)", names);
  const valueOf = (name: string) => Number(rows.find((row) => row["name"] === name)?.["value"] ?? 0);
  return { reader: valueOf(counters.reader), writer: valueOf(counters.writer) };
}

/**
 * Raises the fence to a version, in a transaction of its own; it never falls. Processes that are too old write for `fenceKnownMs` more at
 * the longest.
 */
export async function raiseFence(
  { dialect, transactions, write }: Pick<Database, "dialect" | "transactions" | "write">,
  version: number,
): Promise<void> {
  const statements = Object.values(counters).flatMap((counter) => raisedCounter(dialect, counter, version));
  await transactions.run(async () => {
    for (const { text, values } of statements) await write(text, values);
  });
}

/** Fence of a database, as a process holds it. */
export interface HeldFence {
  /** Reads the fence now; returns the admission of this process. */
  look(): Promise<Admission>;
  /**
   * Refuses a process that may not write, as far as has been read within `fenceKnownMs`.
   * @throws VERSION_TOO_OLD
   */
  requireWriting(): Promise<void>;
}

/** Holds the fence for a process of this version; time is in milliseconds of a clock that nobody sets. */
function holdFence(
  database: Pick<Database, "read">,
  { elapsed, version = schemaVersion() }: { readonly elapsed: () => number; readonly version?: number },
): HeldFence {
  let admission: Admission = "whole";
  let readMs = Number.NEGATIVE_INFINITY;
  const look = async () => {
    // Counted from before the read: the fence may rise right after it.
    const beganMs = elapsed();
    admission = admissionOf(version, await readFence(database));
    readMs = beganMs;
    return admission;
  };
  return {
    look,
    async requireWriting() {
      if (elapsed() - readMs >= fenceKnownMs) await look();
      if (admission !== "whole") throw new ServiceError("VERSION_TOO_OLD");
    },
  };
}

/** Returns a database whose transactions begin only while its process is not too old to write. */
function fenced(database: Database, fence: Pick<HeldFence, "requireWriting">): Database {
  const { transactions } = database;
  return {
    ...database,
    transactions: {
      ...transactions,
      async run(work) {
        if (transactions.connection() === undefined) await fence.requireWriting();
        return transactions.run(work);
      },
    },
  };
}

/** Returns a database with the fence that its process holds; time is in milliseconds of a clock that nobody sets. */
export function openFenced(database: Database, elapsed: () => number) {
  const fence = holdFence(database, { elapsed });
  return { fence, database: fenced(database, fence) };
}
