/**
 * Every header of a name, which is given in lower case, from the headers of a call as they came: by name node:http keeps only the
 * first one of some, and joins others. A part of a batch has those of the whole.
 */
export function headerValues(rawHeaders: readonly string[], wanted: string): readonly string[] {
  const found: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === wanted.length && name.toLowerCase() === wanted) found.push(rawHeaders[index + 1] ?? "");
  }
  return found;
}
