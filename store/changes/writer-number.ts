import { ServiceError } from "#domain/errors.ts";

import type { Counters } from "../counters.ts";

/**
 * Number of this process among all that have ever written to the database. It tells the stamps of two processes of a node apart that are
 * issued in the same millisecond.
 */
export interface WriterNumber {
  /** Takes the number from the database at the first call, in a transaction of its own: a number is never given twice. */
  take(): Promise<void>;
  /**
   * Returns the number that was taken.
   * @throws WRITE_OUTSIDE_TRANSACTION before `take`
   */
  get(): number;
}

/** Makes the number of a process; it is taken before the first transaction, because a process that only reads needs none. */
export function createWriterNumber(counters: Pick<Counters, "apart">): WriterNumber {
  let taken: number | undefined;
  let taking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    try {
      taken = await counters.apart("writers");
    } finally {
      taking = undefined;
    }
  }

  return {
    async take() {
      if (taken === undefined) await (taking ??= ask());
    },
    get() {
      // Each transaction takes it at its beginning.
      if (taken === undefined)
        throw new ServiceError("WRITE_OUTSIDE_TRANSACTION", {
          detail: "a stamp was asked for before the first transaction",
        });
      return taken;
    },
  };
}
