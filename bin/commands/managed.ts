import type { Command } from "commander";

import { addManagedAccountCommands } from "./managed-account.ts";
import { addManagedDependantCommands } from "./managed-dependant.ts";
import { addManagedHostCommands } from "./managed-host.ts";
import { addManagedImport } from "./managed-import.ts";
import { addManagedPasswordCommands } from "./managed-password.ts";
import { addManagedPolicyCommands } from "./managed-policy.ts";
import { addManagedReport } from "./managed-report.ts";
import { addManagedRunCommands } from "./managed-run.ts";
import { addManagedSystemCommands } from "./managed-system.ts";

/**
 * Adds `gatehouse managed policy | system | account | dependant … | randomize | verify | runs | run | conflicts | host … | report`,
 * which act on this installation or, with `--url`, on a remote service.
 */
export function addManagedCommand(program: Command): void {
  const managed = program.command("managed").description("Manage privileged passwords").addHelpText("after", examples);
  addManagedPolicyCommands(managed);
  addManagedSystemCommands(managed);
  const account = addManagedAccountCommands(managed);
  addManagedPasswordCommands(account);
  addManagedImport(account);
  addManagedDependantCommands(managed);
  addManagedRunCommands(managed);
  addManagedHostCommands(managed);
  addManagedReport(managed);
}

const examples = `
A managed system is a target system under one or more policies; a managed account is an account there, under one of them.
docs/managed-accounts.md leads through it.

Examples:
  gatehouse managed policy add SERVERS --description "Administrators of servers" --mode push --interval 168
  gatehouse managed system add DIRECTORY --policy SERVERS
  gatehouse managed account add DIRECTORY root --policy SERVERS
  gatehouse managed account import passwords.csv --wait
  gatehouse managed dependant add DIRECTORY root --account BACKUP root
  gatehouse managed randomize DIRECTORY root --wait
  gatehouse managed randomize --policy SERVERS --confirm --wait
  gatehouse managed verify --all
  gatehouse managed runs
  gatehouse managed run 0d7c… --pause
  gatehouse managed conflicts --settle
  gatehouse managed host invite WEB7 root
  gatehouse managed report --csv
`;
