import type { Command } from "commander";

import type { RowFault } from "#domain/csv-table.ts";
import { importedPageRows } from "#domain/managed-account-limits.ts";
import type { PasswordRow } from "#operations/managed-accounts/engine/passwords-file.ts";
import type { PasswordsPlan, PlannedPassword } from "#operations/managed-accounts/engine/plan-passwords.ts";

import { askSecret } from "../ask-secret.ts";
import { CliError, ExitCode } from "../cli-error.ts";
import { stopSignal } from "../lifecycle.ts";
import { createProgress } from "../progress.ts";
import { readText } from "../read-text.ts";
import { faultLine } from "../row-faults.ts";
import { type CallOperation, withService } from "../with-service.ts";
import { followTold, type ToldPage } from "./managed-password.ts";

/** Adds `import` to `gatehouse managed account`. */
export function addManagedImport(account: Command): void {
  account
    .command("import")
    .description("Import the current passwords of one account, or of all accounts in a file")
    .argument("<file-or-target>", "the file, '-' = standard input; or the id of the target system")
    .argument("[account]", "name or key of the account there; its password is asked for, or comes from standard input")
    .option("--trial", "say what would become of each row; write nothing")
    .option("--keep-going", "take the rows that can be taken")
    .option("--wait", "wait until the targets have said which of them open")
    .addHelpText("after", help)
    .action(async (place: string, name: string | undefined, options: ImportOptions) => {
      const given = name === undefined ? await rowsOfFile(place) : await oneRow(place, name);
      await withService(({ call }) => take({ call, stop: stopSignal(), ...options }, given));
    });
}

interface ImportOptions {
  readonly trial?: true;
  readonly keepGoing?: true;
  readonly wait?: true;
}

const help = `
A file is one that a spreadsheet saves as CSV UTF-8, or as text with tabs in Unicode: commas, semicolons or tabs stand between values. Its first
line names the columns: target (id of a target system), account (its name or key there) and password. The accounts are managed already. A password counts when its target has said that it opens the account, and one that
the vault has already is left as it is, so a file may be imported again. Remove the file afterwards.

Examples:
  gatehouse managed account import passwords.csv --trial
  gatehouse managed account import passwords.csv --wait
  gatehouse managed account import DIRECTORY root
`;

interface GivenRows {
  readonly rows: readonly PasswordRow[];
  readonly faults: readonly RowFault[];
}

async function rowsOfFile(file: string): Promise<GivenRows> {
  const { readPasswords } = await import("#operations/managed-accounts/engine/passwords-file.ts");
  return readPasswords(readText(file));
}

async function oneRow(targetSystemKey: string, name: string): Promise<GivenRows> {
  const password = await askSecret(`Password of '${name}' of '${targetSystemKey}'`);
  return { rows: [{ line: 1, targetSystemKey, name, password }], faults: [] };
}

interface Importing extends ImportOptions {
  readonly call: CallOperation;
  readonly stop: AbortSignal;
}

/** Checks all rows first: if one has a fault, none is imported unless the command is to keep going. */
async function take(importing: Importing, given: GivenRows): Promise<void> {
  const { call, trial, keepGoing, stop, wait } = importing;
  const checked = await check(importing, given);
  if (trial) for (const line of linesOf(checked.passwords, given)) console.log(line);
  if (trial || stop.aborted || (checked.faults.length > 0 && !keepGoing)) {
    await tell(checked, " Nothing was written.");
    return refuse(checked, stop, "Import the file again, or add --keep-going.");
  }
  const done = await write(importing, given, checked);
  await tell(done, "");
  refuse(done, stop, "Import them again.");
  if (wait) await followTold(call, done.pages);
}

/** @throws CliError if rows were not imported, or not all of them yet */
function refuse({ faults }: PasswordsPlan, stop: AbortSignal, wayOut: string): void {
  if (stop.aborted) throw new CliError("Stopped. Import the file again: it goes on.", ExitCode.Interrupted);
  if (faults.length > 0) throw new CliError(`Rows cannot be taken. Correct them. ${wayOut}`, ExitCode.Failed);
}

async function check({ call, stop }: Importing, given: GivenRows): Promise<PasswordsPlan> {
  const { trialPasswords } = await import("#operations/managed-accounts/import-passwords.ts");
  const { repeatedAcross } = await import("#operations/managed-accounts/engine/plan-passwords.ts");
  const tried = await inPages("Checking", given.rows, stop, (rows) => call(trialPasswords, { rows }));
  const plan = repeatedAcross(tried);
  return { ...plan, faults: [...given.faults, ...plan.faults] };
}

interface Written extends PasswordsPlan {
  /** Results by page. */
  readonly pages: readonly ToldPage[];
}

async function write({ call, stop }: Importing, { rows }: GivenRows, checked: PasswordsPlan): Promise<Written> {
  const { importPasswords } = await import("#operations/managed-accounts/import-passwords.ts");
  const wanted = new Set(checked.passwords.filter(({ does }) => does === "import").map(({ line }) => line));
  const fit = rows.filter(({ line }) => wanted.has(line));
  const pages = await inPages("Importing", fit, stop, (part) => call(importPasswords, { rows: part }));
  const left = checked.passwords.filter(({ does }) => does === "leave");
  const passwords = [...left, ...pages.flatMap((page) => page.passwords)];
  const faults = [...checked.faults, ...pages.flatMap((page) => page.faults)];
  for (const { runKey } of pages)
    if (runKey !== null) console.log(`The run ${runKey} asks the targets whether they open.`);
  return { passwords, faults, pages };
}

/** Processes the rows page by page, until Ctrl-C. */
async function inPages<T>(
  title: string,
  rows: readonly PasswordRow[],
  stop: AbortSignal,
  run: (rows: readonly PasswordRow[]) => Promise<T>,
): Promise<readonly T[]> {
  const progress = createProgress(process.stderr);
  const done = (pages: number) => `${Math.min(pages * importedPageRows, rows.length)} of ${rows.length} passwords`;
  return progress.step(
    title,
    async (report) => {
      const pages: T[] = [];
      for (let at = 0; at < rows.length && !stop.aborted; at += importedPageRows) {
        pages.push(await run(rows.slice(at, at + importedPageRows)));
        report(done(pages.length));
      }
      return pages;
    },
    (pages) => done(pages.length),
    (pages) => pages.length * importedPageRows >= rows.length,
  );
}

/** Prints the result of the rows, with every fault. */
async function tell(plan: PasswordsPlan, words: string): Promise<void> {
  const { countsOf } = await import("#operations/managed-accounts/import-passwords.ts");
  for (const fault of plan.faults.toSorted((one, other) => one.line - other.line)) console.error(faultLine(fault));
  console.log(`${countsOf(plan)}.${words}`);
}

function linesOf(passwords: readonly PlannedPassword[], { rows }: GivenRows): readonly string[] {
  const byLine = new Map(rows.map((row) => [row.line, row]));
  return passwords.map(({ line, does }) => {
    const { targetSystemKey = "", name = "" } = byLine.get(line) ?? {};
    return `line ${line}: ${does} ${targetSystemKey} ${name}`;
  });
}
