import { describe, expect, test } from "vitest";

import {
  decisionAreas,
  decisionRecords,
  decisionsPage,
  type RecordFile,
  recordHead,
} from "../../tools/decisions-page.ts";

const wordsMax = 500;

/** Finds the faults of records: each as the name of the file and the part that does not have the form. */
function recordFaults(files: readonly RecordFile[]): string[] {
  const names = new Set(files.map(({ name }) => name));
  const numbers = new Set(files.flatMap(({ text }) => recordHead(text)?.number ?? []));
  return files.flatMap(({ name, text }, index) => {
    const head = recordHead(text);
    if (head === undefined) return [`${name}: head`];
    const before = recordHead(files[index - 1]?.text ?? "")?.date ?? "";
    const [, replacedBy] = /^replaced by (\d{4})$/.exec(head.status) ?? [];
    const links = [...text.matchAll(/\]\(([\w-]+\.md)\)/g)].flatMap(([, link]) => link ?? []);
    const parts = {
      "file name": name === `${head.number}-${slugOf(head.title)}.md`,
      number: Number(head.number) === index + 1,
      date: head.date >= before,
      status:
        head.status === "accepted" ||
        (replacedBy !== undefined && replacedBy !== head.number && numbers.has(replacedBy)),
      area: decisionAreas.includes(head.area),
      sections: /^## Decision\n\n\S[^]*?\n\n## Reason\n\n\S[^]*?\n\n## Refused\n\n(- \S.*\n( {2}\S.*\n)*)+$/.test(
        text.slice(text.indexOf("## ")),
      ),
      headings: text.match(/^#+ /gm)?.length === 4,
      length: text.split(/\s+/).length <= wordsMax,
      links: links.every((link) => names.has(link)),
    };
    return Object.entries(parts).flatMap(([part, isFit]) => (isFit ? [] : [`${name}: ${part}`]));
  });
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[`']/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

const body = `## Decision

Keys rise.

## Reason

- Rows are added at the end.

## Refused

- Random keys: they touch every page
  of a tree.
`;

const wellFormed = { number: "0001", date: "2026-11-21", status: "accepted", area: "Data", body };

function planted(parts: Partial<typeof wellFormed & { name: string }> = {}): RecordFile {
  const { number, date, status, area, body: text, name } = { name: undefined, ...wellFormed, ...parts };
  const head = `# ${number}. Keys' order\n\n- Date: ${date}\n- Status: ${status}\n- Area: ${area}\n\n`;
  return { name: name ?? `${number}-keys-order.md`, text: head + text };
}

describe("records of docs/decisions", () => {
  test("have the form, their number once and in the order of their dates, and a status that holds", () => {
    const records = decisionRecords();
    expect(records.length).toBeGreaterThan(100);
    expect(recordFaults(records)).toEqual([]);
  });

  test("are in the index, each once", () => {
    const page = decisionsPage();
    for (const { name, text } of decisionRecords()) {
      expect(page.split(`${recordHead(text)?.title}](${name})`), name).toHaveLength(2);
    }
  });

  test.each<[string, readonly RecordFile[], readonly string[]]>([
    ["the form", [planted(), planted({ number: "0002" })], []],
    ["a replaced one", [planted({ status: "replaced by 0002" }), planted({ number: "0002" })], []],
    ["no head", [{ name: "0001-keys-order.md", text: "# Keys\n" }], ["0001-keys-order.md: head"]],
    ["another file name", [planted({ name: "0001-keys.md" })], ["0001-keys.md: file name"]],
    ["a number twice", [planted(), planted()], ["0001-keys-order.md: number"]],
    ["a gap", [planted(), planted({ number: "0003" })], ["0003-keys-order.md: number"]],
    [
      "an earlier date behind a later one",
      [planted(), planted({ number: "0002", date: "2026-11-20" })],
      ["0002-keys-order.md: date"],
    ],
    ["another status", [planted({ status: "proposed" })], ["0001-keys-order.md: status"]],
    ["a replacement that is missing", [planted({ status: "replaced by 0009" })], ["0001-keys-order.md: status"]],
    ["itself as its replacement", [planted({ status: "replaced by 0001" })], ["0001-keys-order.md: status"]],
    ["another area", [planted({ area: "Elsewhere" })], ["0001-keys-order.md: area"]],
    [
      "a section that is missing",
      [planted({ body: body.replace(/## Reason[^]*(?=## Refused)/, "") })],
      ["0001-keys-order.md: sections", "0001-keys-order.md: headings"],
    ],
    [
      "an empty section",
      [planted({ body: body.replace("- Rows are added at the end.\n\n", "") })],
      ["0001-keys-order.md: sections"],
    ],
    [
      "prose among the refused alternatives",
      [planted({ body: `${body}Nothing else.\n` })],
      ["0001-keys-order.md: sections"],
    ],
    [
      "more than a page",
      [planted({ body: body.replace("Keys rise.", "Keys rise. ".repeat(wordsMax)) })],
      ["0001-keys-order.md: length"],
    ],
    [
      "a link to no record",
      [planted({ body: body.replace("Keys rise.", "See [0009](0009-gone.md).") })],
      ["0001-keys-order.md: links"],
    ],
  ])("with %s", (_what, files, faults) => {
    expect(recordFaults(files)).toEqual(faults);
  });
});
