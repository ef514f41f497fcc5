import { ServiceError } from "#domain/errors.ts";

const triesMax = 20;

/** Returns the result of a search, which begins again while a busy machine leaves no turn for its reads, as runs of the service do. */
export async function whenRead<T>(search: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await search();
    } catch (error) {
      const isBusy = error instanceof ServiceError && ["READS_BUSY", "READ_TOO_LONG"].includes(error.code);
      if (!isBusy || tries === triesMax) throw error;
    }
  }
}
