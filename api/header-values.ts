/**
 * Returns every header of a name, given in lower case, from the raw headers of a call. By name, node:http keeps only
 * the first one of some headers, and joins others. A part of a batch has the raw headers of the whole.
 */
export function headerValues(rawHeaders: readonly string[], wanted: string): readonly string[] {
  const found: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === wanted.length && name.toLowerCase() === wanted) found.push(rawHeaders[index + 1] ?? "");
  }
  return found;
}
