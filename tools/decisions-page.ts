import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { markdownTable } from "./markdown.ts";

/** The areas of decisions, in the order of the index. */
export const decisionAreas: readonly string[] = [
  "Language and tools",
  "Service",
  "Data",
  "Packages and code of our own",
  "OData and API documents",
  "Requests and approvals",
  "Sign-in",
  "Web UI",
  "Webhooks and schedules",
  "Trust in the workflow engine",
  "Target systems and proxies",
  "People",
  "Privileged passwords",
  "Embedded Temporal server",
  "Library and SOAP",
  "Policies and OAuth clients",
  "Set-up scripts",
  "Protection of secrets and second factors",
];

/** A file of docs/decisions that holds a record. */
export interface RecordFile {
  readonly name: string;
  readonly text: string;
}

/** The head of a record. */
export interface RecordHead {
  /** The number of the record in four digits. */
  readonly number: string;
  readonly title: string;
  /** The date of the decision, as YYYY-MM-DD. */
  readonly date: string;
  /** "accepted", or "replaced by" and the number of another record. */
  readonly status: string;
  readonly area: string;
}

/** Parses the head of a record; undefined if it does not have the form. */
export function recordHead(text: string): RecordHead | undefined {
  const form = /^# (\d{4})\. (\S.*)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (\S.*)\n- Area: (\S.*)\n\n/;
  const [matched, number = "", title = "", date = "", status = "", area = ""] = form.exec(text) ?? [];
  return matched === undefined ? undefined : { number, title, date, status, area };
}

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs/decisions");

/** Reads all records, in the order of their file names. */
export function decisionRecords(): RecordFile[] {
  const names = readdirSync(folder).filter((name) => name !== "README.md");
  return names.toSorted().map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

/** Writes the index of the records, with a table for each area. */
export function decisionsPage(records: readonly RecordFile[] = decisionRecords()): string {
  const known = records.flatMap(({ name, text }) => {
    const head = recordHead(text);
    return head === undefined ? [] : [{ name, ...head }];
  });
  const linked = (number: string) => {
    const record = known.find((other) => other.number === number);
    return record === undefined ? number : `[${number}](${record.name})`;
  };
  const sections = decisionAreas.flatMap((area) => {
    const rows = known
      .filter((record) => record.area === area)
      .map(({ name, number, title, date, status }) => [
        `[${number}. ${title}](${name})`,
        date,
        status.replace(/\d{4}$/, linked),
      ]);
    const table = markdownTable([["decision", "date", "status"], ...rows]);
    return rows.length === 0 ? [] : [`## ${area}\n\n${table}\n`];
  });
  return `${introduction}\n${sections.join("\n")}`;
}

const introduction = `# Decisions

<!-- Written by \`npm run docs\` from the records in this folder: do not edit. -->

Each record explains one decision, as an architecture decision record does: the decision, its reason, and the refused alternatives. A decision that
proves wrong is replaced by a new record, not only in the code.

To add a record:

1. Take the next number, and name the file after number and title: \`NNNN-title-in-lower-case.md\`.
2. Write the head: date, status (\`accepted\`) and one of the areas below.
3. Write the sections *Decision*, *Reason* and *Refused*, a page at most. *Refused* is a list of alternatives, each with the reason against it.
4. If the record replaces another one, set the status of that record to \`replaced by NNNN\`.
5. Run \`npm run docs\`, which adds the record to this page.
`;
