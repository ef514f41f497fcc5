import { specificationSections } from "#test/specification/rows/all-rows.ts";
import { parts, type SpecificationRow } from "#test/specification/rows/row.ts";
import { readSourceFiles } from "#test/support/source-files.ts";
import { type SpecificationMap, waitsFor } from "#test/support/specification-map.ts";
import { specificationMarks } from "#test/support/specification-marks.ts";
import { specificationPlaces } from "#test/support/specification-places.ts";

import { markdownTable, writtenByDocs } from "./markdown.ts";

const introduction = `What the interface specification asks for, section by section and in our own words, with the routes, operations, settings and commands where it is, and the tests that show it.
A row without tests says which part brings it. What the specification leaves open has no row.

A test names its rows in a comment right above it: \`// @specification 4.delete-account\`. The rows stand in \`test/specification/rows\`; a row that is built and has no test,
a mark that names no row, a test of a row that waits for a later part, and such a row whose names the service has fail \`test/specification/map.test.ts\`.`;

/** Writes the page that links the specification to what is built and tested. */
export async function specificationPage(): Promise<string> {
  const places = await specificationPlaces();
  const rows = specificationSections.flatMap((section) => section.rows);
  const map = { rows, marks: readSourceFiles().flatMap(specificationMarks) };
  const sections = specificationSections.map((section) => {
    const cells = section.rows.map((row) => [`\`${row.id}\``, row.says, whereOf(row, places), shownBy(row, map)]);
    return `## ${section.number}. ${section.title}\n\n${markdownTable([["row", "what", "where", "shown by"], ...cells])}`;
  });
  const built = rows.filter((row) => waitsFor(row, rows).length === 0).length;
  const counts = `${built} of ${rows.length} rows are built.`;
  return `# The specification\n\n${writtenByDocs}\n\n${introduction}\n\n${counts}\n\n${sections.join("\n\n")}\n`;
}

function whereOf({ at = [], repeats }: SpecificationRow, places: ReadonlyMap<string, readonly string[]>): string {
  if (repeats) return `see ${repeats.map((id) => `\`${id}\``).join(", ")}`;
  const operations = at.flatMap((place) => places.get(place) ?? []);
  return [...new Set([...at, ...operations])].map((place) => `\`${place}\``).join("<br>");
}

function shownBy(row: SpecificationRow, { rows, marks }: Pick<SpecificationMap, "rows" | "marks">): string {
  const waits = waitsFor(row, rows).map((part) => `later: ${parts[part]}`);
  const tests = marks
    .filter((mark) => mark.row === row.id)
    .map(({ path, title = "" }) => `\`${path}\`: ${escaped(title)}`);
  return [...waits, ...tests].join("<br>");
}

// Titles contain placeholders, templates and Markdown characters.
const escaped = (title: string) => title.replaceAll(/[\\`*_<>${}[\]]/g, String.raw`\$&`);
