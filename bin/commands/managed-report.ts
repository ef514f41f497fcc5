import type { Command } from "commander";

import type { ReportedAccount } from "#operations/checkouts/read-checkouts.ts";

import { addCsvOptions, csvPrinter, type CsvOptions } from "../csv-output.ts";
import { rowLine } from "../row-line.ts";
import { onService } from "../with-service.ts";

const words: Readonly<Record<ReportedAccount["why"], string>> = {
  overdue: "should have been changed",
  unconfirmed: "no password of it was ever confirmed",
  returned: "was returned and is not changed yet",
};

/** Adds `report` to `gatehouse managed`, which lists passwords that need attention. */
export function addManagedReport(managed: Command): void {
  addCsvOptions(
    managed
      .command("report")
      .description("List passwords that are overdue, never confirmed, or not changed since their check-in"),
  ).action(async (options: CsvOptions) => {
    const { reportManagedAccounts } = await import("#operations/checkouts/read-checkouts.ts");
    const rows = await onService(reportManagedAccounts, {});
    if (options.csv) return printCsv(rows, options);
    for (const { targetSystemKey, name, policyId, status, why, since } of rows) {
      const told = `${words[why]}${since === null ? "" : ` since ${new Date(since).toISOString()}`}`;
      console.log(rowLine([targetSystemKey, name, policyId, status, told]));
    }
    if (rows.length === 0) console.log("No password wants to be looked at.");
  });
}

function printCsv(rows: readonly ReportedAccount[], options: CsvOptions): void {
  const print = csvPrinter(["targetSystem", "account", "policy", "status", "why", "since"], options);
  for (const { targetSystemKey, name, policyId, status, why, since } of rows)
    print([targetSystemKey, name, policyId, status, why, since === null ? "" : new Date(since).toISOString()]);
}
