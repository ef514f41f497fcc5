/** The note that stands in each generated page. */
export const writtenByDocs = "<!-- Written by `npm run docs` from the tables in the code: do not edit. -->";

/** A table in Markdown; the first row is its head. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
