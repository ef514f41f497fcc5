/** The code of a second person that a file holds; null where there is none. */
export async function codeIn(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const { readPassword } = await import("../rest-client.ts");
  return readPassword(file).use((code) => code);
}
