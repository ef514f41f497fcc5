/** Reads the code of a second person from a file; null if no file is given. */
export async function codeIn(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const { readPassword } = await import("../rest-client.ts");
  return readPassword(file).use((code) => code);
}
