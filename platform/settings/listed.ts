/** Returns the entries of a list with commas between them. */
export function listed(list: string): readonly string[] {
  return list.split(",").flatMap((entry) => entry.trim() || []);
}
