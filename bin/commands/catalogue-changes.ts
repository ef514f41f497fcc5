import type { Command } from "commander";

import type { DetailName } from "#domain/catalogue/catalogue-details.ts";
import type { ItemChange, ItemChanges } from "#domain/catalogue/item-changes.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { parsedJson } from "../option-values.ts";
import { readText } from "../read-text.ts";
import { faultLine } from "../row-faults.ts";
import { rowLine } from "../row-line.ts";
import { type CallOperation, onService, withService } from "../with-service.ts";

/**
 * Adds `gatehouse catalogue edit | fill | set`, which act on this installation or, with `--url`, on a remote service.
 */
export function addCatalogueChanges(catalogue: Command): void {
  addDetailOptions(
    catalogue
      .command("edit")
      .description("Change details of a catalog item")
      .argument("<key>", "id of the target system, or key of the group"),
  )
    .addHelpText("after", editExamples)
    .action(async (key: string, options: DetailOptions) => {
      const { updateItem } = await import("#operations/catalogue/update-item.ts");
      await withService(async ({ call }) => call(updateItem, { key, ...(await detailsOf(call, options)) }));
      console.log(`Catalog item '${key}' changed.`);
    });
  addFill(catalogue);
  addSet(catalogue);
}

interface DetailOptions {
  readonly owner?: string;
  readonly risk?: string;
  readonly tags?: string;
  readonly longestHours?: string;
  readonly form?: string;
}

function addDetailOptions(command: Command): Command {
  return command
    .option("--owner <id>", "id of the user who answers for it; '' = none")
    .option("--risk <number>", "from 0 (none) to 100 (highest); '' = not assessed")
    .option("--tags <tags>", "tags with blanks between them; '' = none")
    .option("--longest-hours <number>", "longest time for which a person can have it, in hours; '' = no limit")
    .option("--form <file>", "JSON file with the list of the fields of its form; '-' = standard input");
}

async function detailsOf(call: CallOperation, { owner, risk, tags, longestHours, form }: DetailOptions) {
  return {
    ...(owner !== undefined && { ownerKey: owner === "" ? null : await keyOf(call, owner) }),
    ...(risk !== undefined && { risk: numberOf("--risk", risk) }),
    ...(tags !== undefined && { tags: tags.split(/\s+/).filter((tag) => tag !== "") }),
    ...(longestHours !== undefined && { longestHours: numberOf("--longest-hours", longestHours) }),
    ...(form !== undefined && {
      formFields: parsedJson(readText(form), (why) => `--form '${form}' is not JSON: ${why}. Write a list of fields.`),
    }),
  };
}

async function keyOf(call: CallOperation, id: string): Promise<string> {
  const { findUser } = await import("#operations/users/find-user.ts");
  return (await call(findUser, { id })).key;
}

function numberOf(option: string, text: string): number | null {
  if (text === "") return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CliError(`${option} '${text}' must be a whole number, or '' for none.`, ExitCode.Usage);
}

const editExamples = `
Examples:
  gatehouse catalogue edit DIRECTORY --owner anna --risk 20 --tags "it base"
  gatehouse catalogue edit 77a1… --longest-hours 24 --form form.json
`;

function addFill(catalogue: Command): void {
  catalogue
    .command("fill")
    .description("Fill in details of catalog items from a CSV file (nothing is saved if a line is invalid)")
    .requiredOption("--csv <file>", "the file; '-' = standard input")
    .option("--try", "show what would change and save nothing")
    .addHelpText("after", fillExamples)
    .action(async ({ csv, try: isTrial = false }: { csv: string; try?: boolean }) => {
      const { fillDetails, trialFill } = await import("#operations/catalogue/fill-details.ts");
      const done = await onService(isTrial ? trialFill : fillDetails, { text: readText(csv) });
      for (const fault of done.faults) console.error(faultLine(fault));
      print(done, isTrial);
      if (done.faults.length > 0)
        throw new CliError("Lines cannot be taken. Correct them, and fill in the file again.", ExitCode.Failed);
    });
}

const fillExamples = `
The first line names the columns: key, and those of owner (a user id), risk, tags (with blanks between them) and longestHours that are to be
set. 'gatehouse catalogue list' shows the keys. An empty value removes the detail; commas, semicolons or tabs stand between values.

Examples:
  gatehouse catalogue fill --csv details.csv --try
  gatehouse catalogue fill --csv details.csv
`;

function addSet(catalogue: Command): void {
  addDetailOptions(
    catalogue
      .command("set")
      .description("Set details of all catalog items that fulfill a condition")
      .requiredOption("--where <condition>", "condition in the syntax of $filter on catalogueItems"),
  )
    .option("--try", "show what would change and save nothing")
    .addHelpText("after", setExamples)
    .action(async ({ where, try: isTrial = false, ...options }: SetOptions) => {
      const { setDetails, trialSet } = await import("#operations/catalogue/set-details.ts");
      const done = await withService(async ({ call }) =>
        call(isTrial ? trialSet : setDetails, { where, ...(await detailsOf(call, options)) }),
      );
      print(done, isTrial);
    });
}

interface SetOptions extends DetailOptions {
  readonly where: string;
  readonly try?: boolean;
}

const setExamples = `
Examples:
  gatehouse catalogue set --where "resourceType eq 'managedGroup' and startswith(name,'adm-')" --risk 80 --try
  gatehouse catalogue set --where "contains(tagsText,',hr,')" --owner hanna
`;

function print({ changes, changed, selected, written }: ItemChanges, isTrial: boolean): void {
  if (isTrial) for (const change of changes) console.log(lineOf(change));
  if (isTrial && changed > changes.length) console.log(`and ${changed - changes.length} more`);
  console.log(`${selected} items selected, ${changed} ${written ? "changed" : "to change. Nothing was saved"}.`);
}

function lineOf({ key, name, changed, before, after }: ItemChange): string {
  const words = changed.map((detail) => `${detail} ${wordsOf(before, detail)} -> ${wordsOf(after, detail)}`);
  return rowLine([key, name, ...words]);
}

function wordsOf(details: ItemChange["before"], detail: DetailName): string {
  const value = details[detail];
  if (value === null) return "none";
  if (typeof value !== "object") return String(value);
  return value.map((one) => (typeof one === "string" ? one : one.name)).join(" ") || "none";
}
