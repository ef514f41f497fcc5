import { ODataSyntaxError } from "#api/odata/syntax/syntax-error.ts";

/**
 * Reads a part of a text, so that its errors name positions in the whole: `offset` is the position of the part.
 * @throws ODataSyntaxError
 */
export function shifted<T>(offset: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ODataSyntaxError) || offset === 0) throw error;
    throw new ODataSyntaxError(error.rule, Math.max(0, error.position + offset), error.message);
  }
}
