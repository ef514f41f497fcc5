import type { Command } from "commander";

import { addCsvOptions, csvPrinter, type CsvOptions } from "../csv-output.ts";
import { entityPath } from "../entity-path.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** A check-out as the API shows it, with the fields that commands read. */
export interface ShownCheckout {
  readonly key: string;
  readonly status: string;
  readonly requestKey: string | null;
  readonly startAt: string | null;
  readonly checkedOutAt: string | null;
  readonly expiresAt: string | null;
  readonly endedAt: string | null;
  readonly endReason: string | null;
  readonly awaitsChange: boolean;
}

interface ListedCheckout extends ShownCheckout {
  readonly reason: string;
  readonly ticket: string | null;
  readonly breakGlass: boolean;
  readonly requestedAt: string;
  readonly user: { readonly id: string } | null;
  readonly managedAccount: { readonly name: string; readonly targetSystemKey: string } | null;
}

/** Describes the state of a check-out in words. */
export function stateOf({ status, requestKey, startAt, expiresAt, endReason, awaitsChange }: ShownCheckout): string {
  switch (status) {
    case "requested":
      return `It waits for those who authorize it: gatehouse request show ${requestKey ?? ""}`;
    case "approved":
      return startAt === null ? "It waits for its turn." : `It waits for its start, ${startAt}, or for its turn.`;
    case "checkedOut":
      return `It is checked out until ${expiresAt ?? ""}.`;
    default: {
      const why = endReason === null ? "" : `: ${endReason}`;
      return `It is over (${status}${why}).${awaitsChange ? " Its password is being changed." : ""}`;
    }
  }
}

interface ListOptions extends SignInOptions, CsvOptions {
  readonly open?: true;
  readonly overdue?: true;
  readonly unchanged?: true;
}

/** Adds `checkout show` and `checkout list`. */
export function addCheckoutReads(checkout: Command): void {
  addSignInOptions(
    checkout.command("show").description("Show a check-out with its disclosures as JSON, without the password"),
  )
    .argument("<key>", "key of the check-out")
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      const expand = "?$expand=user($select=id),managedAccount($select=name,targetSystemKey),disclosures";
      const shown = await rest.get<ShownCheckout>(`${entityPath("checkouts", key)}${expand}`);
      console.log(JSON.stringify(shown, null, 2));
      console.error(stateOf(shown));
    });
  const list = addSignInOptions(
    checkout.command("list").description("List check-outs, latest first: key, status, holder, account, period, reason"),
  )
    .option("--open", "those that wait or are out")
    .option("--overdue", "those that are out beyond their end")
    .option("--unchanged", "those that are over and whose password is still to be changed");
  addCsvOptions(list).action(async (options: ListOptions) => {
    const rest = await restClientOf(options);
    const rows = await rest.all<ListedCheckout>(`/v2/checkouts?${queryOf(options)}`);
    if (options.csv !== true) return rows.forEach((row) => console.log(lineOf(row)));
    const print = csvPrinter(
      columns.map(([name]) => name),
      options,
    );
    for (const row of rows) print(columns.map(([, value]) => value(row)));
  });
}

function queryOf({ open, overdue, unchanged }: ListOptions): string {
  const filters = [
    ...(open ? ["status in ('requested','approved','checkedOut')"] : []),
    ...(overdue ? ["status eq 'checkedOut' and expiresAt lt now()"] : []),
    ...(unchanged ? ["awaitsChange eq true"] : []),
  ];
  const filter = filters.length === 0 ? "" : `&$filter=${encodeURIComponent(filters.join(" and "))}`;
  return `$expand=user($select=id),managedAccount($select=name,targetSystemKey)&$orderby=requestedAt desc${filter}`;
}

type Column = readonly [name: string, value: (row: ListedCheckout) => string];

const columns: readonly Column[] = [
  ["key", ({ key }) => key],
  ["status", ({ status }) => status],
  ["user", ({ user }) => user?.id ?? ""],
  ["targetSystem", ({ managedAccount }) => managedAccount?.targetSystemKey ?? ""],
  ["account", ({ managedAccount }) => managedAccount?.name ?? ""],
  ["requestedAt", ({ requestedAt }) => requestedAt],
  ["checkedOutAt", ({ checkedOutAt }) => checkedOutAt ?? ""],
  ["expiresAt", ({ expiresAt }) => expiresAt ?? ""],
  ["endedAt", ({ endedAt }) => endedAt ?? ""],
  ["emergency", ({ breakGlass }) => (breakGlass ? "yes" : "no")],
  ["ticket", ({ ticket }) => ticket ?? ""],
  ["reason", ({ reason }) => reason],
  ["endReason", ({ endReason }) => endReason ?? ""],
];

function lineOf({
  key,
  status,
  user,
  managedAccount,
  checkedOutAt,
  endedAt,
  expiresAt,
  reason,
  breakGlass,
}: ListedCheckout): string {
  const account = `${managedAccount?.name ?? "-"} of ${managedAccount?.targetSystemKey ?? "-"}`;
  const times = `${checkedOutAt ?? "-"} to ${endedAt ?? expiresAt ?? "-"}`;
  return rowLine([key, status, user?.id ?? "-", account, times, reason, ...(breakGlass ? ["EMERGENCY"] : [])]);
}
