/**
 * Returns the result of a promise within a time limit; throws an error with these words when none comes in time. A later result is ignored.
 */
export async function withinTime<T>(
  ms: number,
  coming: Promise<T>,
  words: string = `no answer within ${ms} ms`,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(words)), ms);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}
