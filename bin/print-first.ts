import type { RestClient } from "./rest-client.ts";

/** Prints the first rows of a collection, one line each, and a note on the error output if there are more. */
export async function printFirst<T>(
  rest: RestClient,
  collection: string,
  { top, query, lineOf }: { readonly top: number; readonly query: string; lineOf(row: T): string },
): Promise<void> {
  const rows = await rest.all<T>(`${collection}?$top=${top + 1}${query === "" ? "" : `&${query}`}`);
  for (const row of rows.slice(0, top)) console.log(lineOf(row));
  if (rows.length > top) console.error("There are more: --top says how many to show.");
}
