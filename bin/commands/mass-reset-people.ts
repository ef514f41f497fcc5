import type { Command } from "commander";

import { onboardedPeopleMax } from "#domain/mass-reset-limits.ts";
import { onboardingColumns } from "#domain/mass-resets/onboarding-file.ts";
import { offboardingEnds } from "#domain/mass-resets/steps.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { gathered, wholeNumber } from "../option-values.ts";
import { readText } from "../read-text.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { createDraft } from "./mass-reset-draft.ts";
import { fileParts, partOf } from "./mass-reset-file.ts";
import { type Created, printTrial, trial } from "./mass-reset-trial.ts";

interface SafetyOptions extends SignInOptions {
  readonly reason: string;
  readonly skipFaults?: true;
  readonly target?: readonly string[];
  readonly includePrivileged?: true;
  readonly canaries?: number;
  readonly canaryFailures?: number;
  readonly failures?: number;
  readonly failureShare?: number;
  readonly rate?: number;
}

interface OnboardOptions extends SafetyOptions {
  readonly file: string;
  readonly template?: string;
  readonly delivery?: string;
  readonly deliveryHours?: number;
  readonly mustChange?: true;
  readonly passwordPolicy?: string;
}

interface OffboardOptions extends SafetyOptions {
  readonly where?: string;
  readonly file?: string;
  readonly for?: readonly string[];
  readonly end: readonly string[];
}

/** Adds `gatehouse mass-reset onboard | offboard`. */
export function addMassResetPeople(massReset: Command): void {
  addSafetyOptions(
    massReset
      .command("onboard")
      .description("Create a draft that brings people in, with accounts and memberships, and print its trial"),
  )
    .requiredOption("--file <file>", "file of people with accounts, groups or template; '-' = standard input")
    .option(
      "--target <id>",
      "target system on which people get an account whose line names none; may be repeated",
      gathered,
    )
    .option("--template <key>", "template that is requested for people whose line names none")
    .option("--delivery <way>", "delivery of the first passwords: none, file, link or myAccess; none by default")
    .option("--delivery-hours <number>", "hours for which passwords wait for their delivery", wholeNumber)
    .option("--must-change", "people must change their first passwords at the next sign-in")
    .option("--password-policy <id>", "policy that all first passwords keep too")
    .addHelpText("after", onboardHelp)
    .action(async (options: OnboardOptions) => {
      const form = { columns: onboardingColumns, rows: onboardedPeopleMax };
      const parts = fileParts(readText(options.file, "file of people"), form);
      const { template, delivery, deliveryHours, mustChange, passwordPolicy } = options;
      const own = { templateKey: template, delivery, deliveryHours, mustChange, passwordPolicyId: passwordPolicy };
      await create(options, { action: "onboard", ...own }, parts);
    });
  addSafetyOptions(
    massReset.command("offboard").description("Create a draft that ends the access of people, and print its trial"),
  )
    .option("--where <condition>", "the users that it selects, in the syntax of $filter on users")
    .option("--file <file>", "file with the column user, or account and target; '-' = standard input")
    .option("--for <user>", "the user with this id; may be repeated", gathered)
    .requiredOption(
      "--end <part>",
      `part of the access that ends: ${offboardingEnds.join(", ")}; may be repeated`,
      gathered,
    )
    .option("--target <id>", "only accounts of this target system; may be repeated", gathered)
    .addHelpText("after", offboardHelp)
    .action(async (options: OffboardOptions) => {
      const { where, file, for: users } = options;
      if ([where, file, users].filter((way) => way !== undefined).length !== 1)
        throw new CliError("Choose people in one way: --where, --file or --for.", ExitCode.Usage);
      const named = users === undefined ? [] : [partOf(users.map((user) => ({ user })))];
      const parts = file === undefined ? named : fileParts(readText(file, "file of people"));
      await create(
        options,
        { action: "offboard", ends: options.end },
        where === undefined ? parts : [{ condition: where }],
      );
    });
}

function addSafetyOptions(command: Command): Command {
  return addSignInOptions(command)
    .requiredOption("--reason <text>", "why")
    .option("--skip-faults", "leave out lines of the file with faults")
    .option("--include-privileged", "superusers and privileged accounts too, which the file names")
    .option("--canaries <number>", "people whose steps are taken first", wholeNumber)
    .option("--canary-failures <number>", "steps of these that may fail; 0 by default", wholeNumber)
    .option("--failures <number>", "failures above which it pauses; 50 by default", wholeNumber)
    .option("--failure-share <percent>", "share of failures above which it pauses; 5 by default", wholeNumber)
    .option("--rate <number>", "steps per minute on each target system", wholeNumber);
}

async function create(
  options: SafetyOptions,
  terms: Readonly<Record<string, unknown>>,
  choices: readonly object[],
): Promise<void> {
  const rest = await restClientOf(options);
  const given = {
    reason: options.reason,
    targetSystemKeys: options.target,
    includePrivileged: options.includePrivileged,
    canaries: options.canaries,
    canaryFailuresMax: options.canaryFailures,
    failuresMax: options.failures,
    failureShareMax: options.failureShare,
    ratePerMinute: options.rate,
    ...terms,
  };
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const faults = options.skipFaults === true ? { skipFaults: true } : {};
  const created = await createDraft<Created>(
    rest,
    said,
    choices.map((choice) => ({ ...choice, ...faults })),
  );
  console.log(`${created.key} ${created.number}`);
  printTrial(await trial(rest, created.key));
}

const onboardHelp = `
The file has the columns of 'gatehouse user import', of which id is required, and accounts, groups and template. A bar stands between several
values: DIRECTORY|MAIL=anna.abel in accounts, DIRECTORY=sales in groups. Nothing is done before the draft is started.

Examples:
  gatehouse mass-reset onboard --reason "the new team" --file new-team.txt --target DIRECTORY --delivery link --canaries 2
`;

const offboardHelp = `
The parts are leave (with all steps of leaving) or disableUser; memberships; disableAccounts or deleteAccounts. Whoever starts it, superusers and
privileged accounts are left alone. Nothing is done before the draft is started.

Examples:
  gatehouse mass-reset offboard --reason "the contract ends" --file team.txt --end leave --end disableAccounts --canaries 2
  gatehouse mass-reset offboard --reason "unused" --file accounts.txt --end deleteAccounts
`;
