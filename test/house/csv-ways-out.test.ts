import { expect, test } from "vitest";

import type { SourceFile } from "../support/architecture.ts";
import { readSourceFiles } from "../support/source-files.ts";

const writer = "#domain/write-csv.ts";

/** Files that mention such files and write none: they read them, name one in an example, or are the rules themselves. */
const writesNone: Readonly<Record<string, string>> = {
  "bin/commands/catalogue-changes.ts": "reads",
  "bin/commands/managed.ts": "an example",
  "bin/commands/managed-account.ts": "an example",
  "bin/commands/managed-import.ts": "reads",
  "bin/commands/user.ts": "reads",
  "bin/row-faults.ts": "reads",
  "domain/catalogue/details-file.ts": "reads",
  "domain/catalogue/item-changes.ts": "reads",
  "domain/csv.ts": "the reader",
  "domain/csv-table.ts": "the reader",
  "domain/identity/people-file.ts": "reads",
  "domain/identity/people-plan.ts": "reads",
  "domain/mass-resets/onboarding-file.ts": "reads",
  "domain/write-csv.ts": "the writer",
  "operations/catalogue/engine/plan-file.ts": "reads",
  "operations/managed-accounts/engine/passwords-file.ts": "reads",
  "operations/managed-accounts/engine/plan-passwords.ts": "reads",
  "operations/mass-resets/engine/choice-file.ts": "reads",
  "operations/mass-resets/engine/choice.ts": "reads",
  "operations/mass-resets/engine/onboarding-steps.ts": "reads",
  "operations/users/engine/plan-file.ts": "reads",
  "web/pages/catalogue/fill-dialog.tsx": "reads",
  "web/pages/mass-resets/choice-fields.tsx": "reads",
  "web/pages/people/import-dialog.tsx": "reads",
};

/** Modules through which a command or a page writes, all of which use the writer, and its path within the domain. */
const through = ["./csv-file.ts", "../../table/csv-file.ts", "../csv-output.ts", "../write-csv.ts"];

// Comments may say anything; an address in a text is no comment.
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const speaksOfIt = /csv|spreadsheet|excel\b|","'\)|";"'\)|text\/tab-separated/i;

/** Returns the files that may write separated values without the one writer. */
function waysPast(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path, text }) => {
      const code = text.replaceAll(comments, "");
      if (!speaksOfIt.test(code) || Object.hasOwn(writesNone, path)) return false;
      return ![writer, ...through].some((module) => code.includes(`from "${module}"`));
    })
    .map(({ path }) => path);
}

const product = readSourceFiles().filter(
  ({ path }) =>
    /^(?:activities|api|bin|connectors|domain|idapi|operations|platform|plugins|policies|store|web|workflows)\//.test(
      path,
    ) && !/\.(?:test|fixture)\.tsx?$/.test(path),
);

test("every file of separated values is written by the one writer, which lets no formula out", () => {
  expect(waysPast(product)).toEqual([]);
});

test("only files that are there and speak of it are excused", () => {
  const speaking = product.filter(({ text }) => speaksOfIt.test(text.replaceAll(comments, ""))).map(({ path }) => path);
  expect(Object.keys(writesNone).filter((path) => !speaking.includes(path))).toEqual([]);
});

test("one module of the command line writes tables, so that each of them has the same options", () => {
  const options = product.filter(({ text }) => /option\(\s*"--csv/.test(text)).map(({ path }) => path);
  expect(options).toEqual(["bin/csv-output.ts"]);
});

test.each([
  ["an option of its own", 'command.option("--csv").action(() => console.log(rows.map((row) => row.join(","))));'],
  ["a type of media", 'context.type = "text/csv"; context.body = lines;'],
  ["a name of a file", 'const path = join(folder, "accounts.csv");'],
  ["quotes of its own", 'const line = `"${cells.join(\'","\')}"`;'],
])("a way out that goes past it by %s is found", (_what, text) => {
  expect(waysPast([{ path: "bin/commands/new-list.ts", text }])).toEqual(["bin/commands/new-list.ts"]);
});
