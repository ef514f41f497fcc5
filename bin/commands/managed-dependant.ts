import type { Command } from "commander";

import type { ListedDependant } from "#operations/managed-accounts/read-dependants.ts";

import { CliError } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { type CallOperation, withService } from "../with-service.ts";
import { managedOf, withNames } from "./managed-account.ts";

/** Adds `dependant add | list | move | remove` to `gatehouse managed`. */
export function addManagedDependantCommands(managed: Command): void {
  const dependant = managed
    .command("dependant")
    .description("Manage the dependents of managed accounts")
    .addHelpText("after", examples);
  addAdding(dependant);
  addListing(dependant);
  withNames(dependant.command("move").description("Change the position of a dependent"))
    .argument("<place>", "its place now, from 1", wholeNumber)
    .argument("<new place>", "its new one, from 1", wholeNumber)
    .action(async (target: string, name: string, from: number, place: number) => {
      const { moveDependant } = await import("#operations/managed-accounts/change-dependants.ts");
      await withService(async ({ call }) => {
        const { key } = await dependantAt(call, { target, name, place: from });
        await call(moveDependant, { key, place });
      });
      console.log(`The dependant ${from} of '${name}' of '${target}' is the ${place} now.`);
    });
  withNames(dependant.command("remove").description("Remove a dependent (its password is not changed)"))
    .argument("<place>", "its place, from 1", wholeNumber)
    .action(async (target: string, name: string, place: number) => {
      const { removeDependant } = await import("#operations/managed-accounts/change-dependants.ts");
      await withService(async ({ call }) => {
        await call(removeDependant, { key: (await dependantAt(call, { target, name, place })).key });
      });
      console.log(`'${name}' of '${target}' has that dependant no more.`);
    });
}

const examples = `
An account is named by the id of its target system and its name or key there, a dependant by its place among those of the account.

Examples:
  gatehouse managed dependant add DIRECTORY root --account BACKUP root
  gatehouse managed dependant add DIRECTORY root --plugin service.ts --setting payroll --place 1
  gatehouse managed dependant list DIRECTORY root
  gatehouse managed dependant list --failing
  gatehouse managed dependant move DIRECTORY root 3 1
  gatehouse managed dependant remove DIRECTORY root 2
`;

interface AddOptions {
  readonly account?: readonly string[];
  readonly plugin?: string;
  readonly setting?: string;
  readonly place?: number;
}

function addAdding(dependant: Command): void {
  withNames(dependant.command("add").description("Add a dependent (it gets the next password)"))
    .option("--account <target-and-name...>", "an account, by the id of its target system and its name or key there")
    .option("--plugin <file>", "a plug-in of the kind dependant")
    .option("--setting <text>", "what the plug-in is told of it")
    .option("--place <number>", "its turn among the dependants; the last by default", wholeNumber)
    .action(async (target: string, name: string, { account, plugin, setting, place }: AddOptions) => {
      if ((account === undefined) === (plugin === undefined)) throw new CliError("Give either --account or --plugin.");
      if (account !== undefined && account.length !== 2)
        throw new CliError("Give --account the id of the target system and the name of the account there.");
      const { addDependant } = await import("#operations/managed-accounts/change-dependants.ts");
      const { findManagedAccount } = await import("#operations/managed-accounts/read-managed-accounts.ts");
      await withService(async ({ call }) => {
        const { key: managedAccountKey } = await managedOf(call, target, name);
        const [on = "", called = ""] = account ?? [];
        const accountKey =
          account === undefined ? null : (await call(findManagedAccount, { target: on, name: called })).accountKey;
        await call(addDependant, { managedAccountKey, accountKey, plugin, setting, place });
      });
      console.log(`'${name}' of '${target}' has one more dependant, which learns its next password.`);
    });
}

interface ListOptions {
  readonly failing?: true;
  readonly json?: true;
}

function addListing(dependant: Command): void {
  dependant
    .command("list")
    .description("List dependents: account, position, name, status, error")
    .argument("[target]", "id of the target system")
    .argument("[account]", "name or key of the account there; all without it")
    .option("--failing", "those that have not taken a password")
    .option("--json", "print JSON")
    .addHelpText("after", listHelp)
    .action(async (target: string | undefined, name: string | undefined, { failing, json }: ListOptions) => {
      if (target !== undefined && name === undefined) throw new CliError("Name the account of the target system, too.");
      const rows = await withService(async ({ call }) => {
        const { listDependants } = await import("#operations/managed-accounts/read-dependants.ts");
        const of = target === undefined || name === undefined ? undefined : await managedOf(call, target, name);
        return call(listDependants, { managedAccountKey: of?.key, failing: failing === true });
      });
      if (json) console.log(JSON.stringify(rows, null, 2));
      else for (const row of rows) console.log(lineOf(row));
    });
}

const listHelp = `
State: C has the confirmed password, U may have another one, new learns the next one. Behind it stands since when it has not taken a password,
and why.
`;

function lineOf({ of, place, name, state, failingSince, message }: ListedDependant): string {
  const failing = failingSince === null ? [] : [new Date(failingSince).toISOString(), message ?? ""];
  return rowLine([of, place, name, state, ...failing]);
}

interface Named {
  readonly target: string;
  readonly name: string;
  readonly place: number;
}

async function dependantAt(call: CallOperation, { target, name, place }: Named): Promise<ListedDependant> {
  const { listDependants } = await import("#operations/managed-accounts/read-dependants.ts");
  const { key } = await managedOf(call, target, name);
  const found = (await call(listDependants, { managedAccountKey: key })).find((one) => one.place === place);
  if (found === undefined)
    throw new CliError(`'${name}' of '${target}' has no dependant ${place}. See: gatehouse managed dependant list.`);
  return found;
}
