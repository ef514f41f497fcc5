/** Note at the top of each generated page. */
export const writtenByDocs = "<!-- Written by `npm run docs` from the tables in the code: do not edit. -->";

/** Writes a table in Markdown; the first row is its head. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
