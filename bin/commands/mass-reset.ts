import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import { gathered, wholeNumber } from "../option-values.ts";
import { readText } from "../read-text.ts";
import type { RestClient } from "../rest-client.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { createDraft, patience } from "./mass-reset-draft.ts";
import { type FilePart, fileParts, partOf } from "./mass-reset-file.ts";
import { addMassResetFileCommands } from "./mass-reset-files.ts";
import { addMassResetPeople } from "./mass-reset-people.ts";
import { addMassResetReads, followMassReset, keyOfMassReset } from "./mass-reset-reads.ts";
import { type Created, printTrial, trial } from "./mass-reset-trial.ts";

/** Adds `gatehouse mass-reset create | onboard | offboard | trial | start | list | status | pause | resume | stop | report | download | open | delete`, which call the public REST API. */
export function addMassResetCommand(program: Command): void {
  const massReset = program
    .command("mass-reset")
    .description(
      "Reset passwords, onboard or offboard many users: create a draft, look at its trial, start and follow it",
    )
    .addHelpText("after", examples);
  addCreate(massReset);
  addMassResetPeople(massReset);
  addTrial(massReset);
  addStart(massReset);
  addMassResetReads(massReset);
  addMassResetFileCommands(massReset);
  for (const [act, description, done] of [
    ["pause", "Pause a mass reset (what a proxy has in its hands ends)", "Paused."],
    ["resume", "Resume a paused mass reset; failures count anew", "Resumed."],
    ["stop", "Stop a mass reset; what was not begun stays as it is", "Stopped."],
  ] as const)
    addSignInOptions(massReset.command(act).description(description))
      .argument("<key>", "key or number of the mass reset")
      .action(async (key: string, options: SignInOptions) => {
        const rest = await restClientOf(options);
        await rest.post(`${await pathOf(rest, key)}/${act}`, {});
        console.log(done);
      });
  addSignInOptions(massReset.command("delete").description("Delete a draft"))
    .argument("<key>", "key or number of the draft")
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      await rest.remove(await pathOf(rest, key));
      console.log("Deleted.");
    });
}

const examples = `
Examples:
  gatehouse mass-reset create --reason "passwords were found on a stranger's server" \\
    --where "attributes/any(a:a/name eq 'department' and a/value eq 'Sales')" --canaries 5 --must-change \\
    --user admin --password-file admin.txt
  gatehouse mass-reset create --reason "a laptop was stolen" --file accounts.txt --user admin --password-file admin.txt
  gatehouse mass-reset onboard --reason "the new team" --file new-team.txt --delivery link --user admin --password-file admin.txt
  gatehouse mass-reset offboard --reason "the contract ends" --file team.txt --end leave --user admin --password-file admin.txt
  gatehouse mass-reset trial 20260715-3 --user admin --password-file admin.txt
  gatehouse mass-reset start 20260715-3 --expect 412 --wait --user admin --password-file admin.txt
  gatehouse mass-reset report 20260715-3 --user admin --password-file admin.txt
`;

const pathOf = async (rest: RestClient, key: string) => entityPath("massResets", await keyOfMassReset(rest, key));

interface CreateOptions extends SignInOptions {
  readonly reason: string;
  readonly where?: string;
  readonly file?: string;
  readonly for?: readonly string[];
  readonly skipFaults?: true;
  readonly target?: readonly string[];
  readonly targetGroup?: readonly string[];
  readonly withoutOwner?: true;
  readonly includeOwn?: true;
  readonly passwordPolicy?: string;
  readonly mustChange?: true;
  readonly endSessions?: true;
  readonly delivery?: string;
  readonly deliveryHours?: number;
  readonly canaries?: number;
  readonly canaryFailures?: number;
  readonly failures?: number;
  readonly failureShare?: number;
  readonly rate?: number;
}

function addCreate(massReset: Command): void {
  addSignInOptions(
    massReset.command("create").description("Create a draft and print its key, its number and its first trial"),
  )
    .requiredOption("--reason <text>", "why")
    .option("--where <condition>", "accounts of the users that it selects, in the syntax of $filter on users")
    .option("--file <file>", "file with the column user, or account and target; '-' = standard input")
    .option("--for <user>", "accounts of the user with this id; may be repeated", gathered)
    .option("--skip-faults", "leave out lines of the file that name nobody or several")
    .option("--target <id>", "only accounts of this target system; may be repeated", gathered)
    .option("--target-group <id>", "only accounts of this target group; may be repeated", gathered)
    .option("--without-owner", "also accounts without an owner")
    .option("--include-own", "also accounts of your own")
    .option("--password-policy <id>", "policy that all new passwords keep too")
    .option("--must-change", "owners must change the new passwords at the next sign-in")
    .option("--end-sessions", "end the owners' sessions and tokens of the service")
    .option("--delivery <way>", "none, file, link or myAccess; none by default")
    .option("--delivery-hours <number>", "hours for which passwords wait for their delivery", wholeNumber)
    .option("--canaries <number>", "accounts per target system that are reset first", wholeNumber)
    .option("--canary-failures <number>", "canary accounts that may fail; 0 by default", wholeNumber)
    .option("--failures <number>", "failures above which it pauses; 50 by default", wholeNumber)
    .option("--failure-share <percent>", "share of failures above which it pauses; 5 by default", wholeNumber)
    .option("--rate <number>", "accounts per minute on each target system", wholeNumber)
    .action(async (options: CreateOptions) => {
      const parts = partsOf(options);
      const rest = await restClientOf(options);
      const faults = { skipFaults: options.skipFaults ?? null };
      const choices =
        options.where === undefined ? parts.map((part) => ({ ...part, ...faults })) : [{ condition: options.where }];
      const created = await createDraft<Created>(rest, termsOf(options), choices);
      console.log(`${created.key} ${created.number}`);
      printTrial(choices.length === 1 ? created : await trial(rest, created.key));
    });
}

/**
 * Returns the parts of the file by which a command chooses, each with as many lines as one call takes; a condition has none.
 * @throws CliError unless the command chooses in one way
 */
function partsOf({ where, file, for: users }: CreateOptions): readonly FilePart[] {
  if ([where, file, users].filter((way) => way !== undefined).length !== 1)
    throw new CliError("Choose the accounts in one way: --where, --file or --for.", ExitCode.Usage);
  if (file !== undefined) return fileParts(readText(file, "file of accounts"));
  return users === undefined ? [] : [partOf(users.map((user) => ({ user })))];
}

function termsOf(options: CreateOptions): Readonly<Record<string, unknown>> {
  const { reason, target, targetGroup, passwordPolicy, delivery, deliveryHours, rate } = options;
  const given = {
    reason,
    targetSystemKeys: target,
    targetGroupIds: targetGroup,
    withoutOwner: options.withoutOwner,
    includeOwn: options.includeOwn,
    passwordPolicyId: passwordPolicy,
    mustChange: options.mustChange,
    endSessions: options.endSessions,
    delivery,
    deliveryHours,
    canaries: options.canaries,
    canaryFailuresMax: options.canaryFailures,
    failuresMax: options.failures,
    failureShareMax: options.failureShare,
    ratePerMinute: rate,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function addTrial(massReset: Command): void {
  addSignInOptions(massReset.command("trial").description("Show what a draft would do and skip now"))
    .argument("<key>", "key or number of the draft")
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      printTrial(await trial(rest, await keyOfMassReset(rest, key)));
    });
}

interface StartOptions extends SignInOptions {
  readonly expect: number;
  readonly confirm?: true;
  readonly wait?: true;
}

function addStart(massReset: Command): void {
  addSignInOptions(massReset.command("start").description("Start a draft"))
    .argument("<key>", "key or number of the draft")
    .requiredOption(
      "--expect <number>",
      "number of accounts or steps of the trial; another one starts nothing",
      wholeNumber,
    )
    .option("--confirm", "do it to many users, where the service asks")
    .option("--wait", "show the progress and wait for the end; Ctrl-C ends the waiting only")
    .action(async (given: string, { expect, confirm, wait, ...options }: StartOptions) => {
      const rest = await restClientOf(options);
      const key = await keyOfMassReset(rest, given);
      const body = { expectCount: expect, ...(confirm && { confirm }) };
      const started = await rest.post<Created>(`${entityPath("massResets", key)}/start`, body, patience);
      console.log(`Mass reset ${started.body.number} started: ${started.body.accounts} accounts or steps.`);
      if (wait) await followMassReset(rest, key);
    });
}
