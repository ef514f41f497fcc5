import type { Command } from "commander";

import { csvLine } from "#domain/csv.ts";
import type { ReportedAccount } from "#operations/checkouts/read-checkouts.ts";

import { onService } from "../with-service.ts";

const words: Readonly<Record<ReportedAccount["why"], string>> = {
  overdue: "should have been changed",
  unconfirmed: "no password of it was ever confirmed",
  returned: "was returned and is not changed yet",
};

/** Adds `report` to `gatehouse managed`: passwords that want somebody to look at them. */
export function addManagedReport(managed: Command): void {
  managed
    .command("report")
    .description(
      "Lists passwords that are older than their interval, were never confirmed, or were returned and are not changed yet.",
    )
    .option("--csv", "print comma-separated values, with a line of names")
    .action(async ({ csv }: { csv?: true }) => {
      const { reportManagedAccounts } = await import("#operations/checkouts/read-checkouts.ts");
      const rows = await onService(reportManagedAccounts, {});
      if (csv === true) process.stdout.write(csvLine(["targetSystem", "account", "policy", "status", "why", "since"]));
      for (const { targetSystemKey, name, policyId, status, why, since } of rows) {
        const when = since === null ? "" : new Date(since).toISOString();
        const told = `${words[why]}${when === "" ? "" : ` since ${when}`}`;
        if (csv === true) process.stdout.write(csvLine([targetSystemKey, name, policyId, status, why, when]));
        else console.log([targetSystemKey, name, policyId, status, told].join("  "));
      }
      if (rows.length === 0 && csv !== true) console.log("No password wants to be looked at.");
    });
}
