import type { Command } from "commander";

import type { PastPassword } from "#operations/managed-accounts/read-managed-accounts.ts";

import { askSecret } from "../ask-secret.ts";
import { CliError, ExitCode } from "../cli-error.ts";
import { rowLine } from "../row-line.ts";
import { type CallOperation, withService } from "../with-service.ts";
import { managedOf, withNames } from "./managed-account.ts";
import { follow } from "./managed-run.ts";

/** Adds `history | override` to `gatehouse managed account`. */
export function addManagedPasswordCommands(account: Command): void {
  withNames(
    account
      .command("history")
      .description("List the password history of an account, oldest first (no passwords are shown)"),
  )
    .option("--failed", "those that never came into force, too")
    .option("--json", "print JSON")
    .addHelpText("after", historyHelp)
    .action(async (target: string, name: string, { failed, json }: HistoryOptions) => {
      const { managedAccountHistory } = await import("#operations/managed-accounts/read-managed-accounts.ts");
      const rows = await withService(async ({ call }) =>
        call(managedAccountHistory, { key: (await managedOf(call, target, name)).key, failed: failed === true }),
      );
      if (json) console.log(JSON.stringify(rows, null, 2));
      else for (const row of rows) console.log(lineOf(row));
    });
  withNames(account.command("override").description("Record the current password of a managed account"))
    .option("--wait", "waits until its target has said whether it opens the account")
    .addHelpText("after", overrideHelp)
    .action(async (target: string, name: string, { wait }: { readonly wait?: true }) => {
      const { overrideManagedAccount } = await import("#operations/managed-accounts/override-managed-account.ts");
      await withService(async ({ call, here }) => {
        if (wait && here === null) throw noWaiting;
        const { key } = await managedOf(call, target, name);
        const password = await askSecret(`Password of '${name}' of '${target}'`);
        const { runKey, entryKey } = await call(overrideManagedAccount, { key, password });
        console.log(runKey ?? `'${name}' of '${target}' is confirmed: its target cannot be asked.`);
        if (wait && runKey !== null) await followTold(call, [{ runKey, entryKeys: [entryKey] }]);
      });
    });
}

const noWaiting = new CliError(
  "--wait is for the machine of the service. Elsewhere, wait for the run whose key is printed: gatehouse managed run <key> --wait.",
  ExitCode.Usage,
);

interface HistoryOptions {
  readonly failed?: true;
  readonly json?: true;
}

const historyHelp = `
Columns: when it was written, where it came from, its status (C confirmed, U uncertain, failed), whether it is given out now, when its target
last said that it opens the account and that it does not, its key, and the target's words where it refused to take it.
`;

const overrideHelp = `
The password is asked for, or comes from standard input. It counts when the target has said that it opens the account; until then the vault
gives it and the one before. It prints the key of the run that asks the target.

Examples:
  gatehouse managed account override DIRECTORY root --wait
  gatehouse managed account override DIRECTORY root < password.txt
`;

function lineOf(password: PastPassword): string {
  const { createdAt, origin, status, givenOut, openedAt, refusedAt, key, refusal } = password;
  const said = [`opens ${moment(openedAt)}`, `refused ${moment(refusedAt)}`];
  const words = refusal === null ? [] : [refusal];
  return rowLine([moment(createdAt), origin, status, givenOut ? "given out" : "-", ...said, key, ...words]);
}

/** Result of one call that recorded passwords. */
export interface ToldPage {
  readonly runKey: string | null;
  readonly entryKeys: readonly string[];
}

/**
 * Waits until the targets have been asked about the recorded passwords, and names the accounts that these do not open.
 * @throws CliError if there are any
 */
export async function followTold(call: CallOperation, pages: readonly ToldPage[]): Promise<void> {
  const { unconfirmedPasswords } = await import("#operations/managed-accounts/read-managed-accounts.ts");
  let unconfirmed = 0;
  for (const { runKey, entryKeys } of pages) {
    // Another password may open an account, or none: only the recorded ones are checked here.
    if (runKey !== null) await follow(call, runKey).catch(quietly);
    const accounts = await call(unconfirmedPasswords, { entryKeys });
    unconfirmed += accounts.length;
    for (const { targetSystemKey, name, isRefused } of accounts)
      console.error(`${targetSystemKey} ${name}: ${isRefused ? "the target says no" : "it is not known yet"}`);
  }
  if (unconfirmed > 0)
    throw new CliError(`${unconfirmed} password(s) are not confirmed. What the vault had before stays.`);
}

function quietly(error: unknown): void {
  if (!(error instanceof CliError)) throw error;
}

const moment = (at: number | null) => (at === null ? "-" : new Date(at).toISOString());
