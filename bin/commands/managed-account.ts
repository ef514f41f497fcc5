import type { Command } from "commander";

import { passwordDoubts } from "#domain/vault/password-doubt.ts";
import type { FoundAccount, ShownAccount } from "#operations/managed-accounts/read-managed-accounts.ts";

import { CliError } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { type CallOperation, onService, withService } from "../with-service.ts";

/** Adds `account list | show | add | move | disable | enable` to `gatehouse managed`; returns the command `account`. */
export function addManagedAccountCommands(managed: Command): Command {
  const account = managed.command("account").description("Manage managed accounts").addHelpText("after", examples);
  addReading(account);
  addPlacing(account);
  withNames(
    account
      .command("disable")
      .description("Disable a managed account (its password is not changed while it is disabled)"),
  )
    .requiredOption("--reason <text>", "why")
    .action(async (target: string, name: string, { reason }: { reason: string }) => {
      const { disableManagedAccount } = await import("#operations/managed-accounts/change-managed-accounts.ts");
      await withService(async ({ call }) => {
        await call(disableManagedAccount, { key: (await managedOf(call, target, name)).key, reason });
      });
      console.log(`'${name}' of '${target}' is disabled.`);
    });
  withNames(account.command("enable").description("Enable a managed account")).action(
    async (target: string, name: string) => {
      const { enableManagedAccount } = await import("#operations/managed-accounts/change-managed-accounts.ts");
      await withService(async ({ call }) => {
        await call(enableManagedAccount, { key: (await managedOf(call, target, name)).key });
      });
      console.log(`'${name}' of '${target}' is enabled.`);
    },
  );
  return account;
}

const examples = `
An account is named by the id of its target system and its name or key there.

Examples:
  gatehouse managed account add DIRECTORY root --policy SERVERS
  gatehouse managed account list --policy SERVERS
  gatehouse managed account show DIRECTORY root
  gatehouse managed account history DIRECTORY root
  gatehouse managed account import passwords.csv --trial
  gatehouse managed account override DIRECTORY root --wait
  gatehouse managed account move DIRECTORY root DOMAIN_ADMINS
  gatehouse managed account disable DIRECTORY root --reason "the vendor works on it"
  gatehouse managed account enable DIRECTORY root
`;

/** Adds the arguments by which commands name an account. */
export const withNames = (command: Command) =>
  command.argument("<target>", "id of the target system").argument("<account>", "name or key of the account there");

interface ListOptions {
  readonly policy?: string;
  readonly status?: string;
  readonly top?: number;
  readonly json?: true;
}

function addReading(account: Command): void {
  account
    .command("list")
    .description("List managed accounts (the first ones): target system, name, policy, status, next password change")
    .option("--policy <id>", "those under one policy")
    .option("--status <status>", "C (confirmed), U (uncertain) or conflict")
    .option("--top <number>", "how many to show; 100 by default", wholeNumber)
    .option("--json", "print JSON")
    .action(async ({ policy: policyId, status, top: limit, json }: ListOptions) => {
      const { listManagedAccounts } = await import("#operations/managed-accounts/read-managed-accounts.ts");
      const rows = await onService(listManagedAccounts, { policyId, status, limit });
      if (json) console.log(JSON.stringify(rows, null, 2));
      else for (const row of rows) console.log(lineOf(row));
    });
  withNames(account.command("show").description("Show a managed account as JSON, without its password")).action(
    async (target: string, name: string) => {
      console.log(JSON.stringify(await withService(({ call }) => managedOf(call, target, name)), null, 2));
    },
  );
}

/** Mark in lists for accounts and systems whose passwords may count as confirmed without a check by their target. */
export const countsUnverified = "(counts unverified where its target cannot verify)";

function lineOf(account: ShownAccount): string {
  const { targetSystemKey, name, policyId, status, nextRandomized, confirmWithoutVerify, disabledReason, doubt } =
    account;
  const next = nextRandomized === null ? "not planned" : new Date(nextRandomized).toISOString();
  const off = disabledReason === null ? [] : [`(disabled: ${disabledReason})`];
  const unverified = confirmWithoutVerify ? [countsUnverified] : [];
  const doubted = doubt === null ? [] : [`(${passwordDoubts[doubt]})`];
  return rowLine([targetSystemKey, name, policyId, status, next, ...doubted, ...unverified, ...off]);
}

function addPlacing(account: Command): void {
  withNames(account.command("add").description("Manage an account (its password is not changed)"))
    .requiredOption("--policy <id>", "the policy under which it comes")
    .action(async (target: string, name: string, { policy: policyId }: { policy: string }) => {
      const { addManagedAccount } = await import("#operations/managed-accounts/change-managed-accounts.ts");
      await withService(async ({ call }) => {
        const { accountKey } = await found(call, target, name);
        await call(addManagedAccount, { accountKey, policyId });
      });
      console.log(`'${name}' of '${target}' is managed under '${policyId}'.`);
    });
  withNames(account.command("move").description("Move a managed account to another policy of its system"))
    .argument("<policy>", "id of the policy; HISTORICAL = it is managed no more")
    .action(async (target: string, name: string, policyId: string) => {
      const { moveManagedAccount } = await import("#operations/managed-accounts/change-managed-accounts.ts");
      await withService(async ({ call }) => {
        await call(moveManagedAccount, { key: (await managedOf(call, target, name)).key, policyId });
      });
      console.log(`'${name}' of '${target}' is under the policy '${policyId}'.`);
    });
}

async function found(call: CallOperation, target: string, name: string): Promise<FoundAccount> {
  const { findManagedAccount } = await import("#operations/managed-accounts/read-managed-accounts.ts");
  return call(findManagedAccount, { target, name });
}

/**
 * Returns the managed account that an operator names.
 * @throws CliError if it is not managed; ACCOUNT_UNKNOWN
 */
export async function managedOf(call: CallOperation, target: string, name: string): Promise<ShownAccount> {
  const { managed } = await found(call, target, name);
  if (managed !== null) return managed;
  throw new CliError(`'${name}' of '${target}' is not managed. Add it first: gatehouse managed account add.`);
}
