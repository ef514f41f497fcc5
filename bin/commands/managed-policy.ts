import { type Command, InvalidArgumentError, Option } from "commander";

import { unacknowledgedWays } from "#domain/vault/acknowledgement.ts";
import type { Row } from "#store/tables.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { onService } from "../with-service.ts";
import { addListedCommandCommands } from "./managed-listed-commands.ts";
import { addManagedRightCommands } from "./managed-rights.ts";

/**
 * Adds `policy list | show | add | set | remove | rights | grant | withdraw | phases | commands | list-command | unlist-command` to
 * `gatehouse managed`.
 */
export function addManagedPolicyCommands(managed: Command): void {
  const policy = managed.command("policy").description("Manage managed system policies").addHelpText("after", examples);
  addReading(policy);
  addManagedRightCommands(policy);
  addListedCommandCommands(policy);
  addFields(policy.command("add").description("Add a policy (its mode cannot be changed later)"))
    .requiredOption("--description <text>", "what people call it")
    .requiredOption(
      "--mode <mode>",
      "push (we change the passwords), pull (the managed host does) or vault (nobody does)",
    )
    .action(async (id: string, { description, mode, ...fields }: FieldOptions & { mode: string }) => {
      const { addManagedSystemPolicy } = await import("#operations/managed-accounts/change-managed-system-policies.ts");
      await onService(addManagedSystemPolicy, { ...fieldsOf(fields), id, description, mode });
      console.log(`The managed system policy '${id}' is added.`);
    });
  addFields(policy.command("set").description("Update a policy"))
    .option("--description <text>", "what people call it")
    .action(async (id: string, options: FieldOptions) => {
      const input = fieldsOf(options);
      if (Object.values(input).every((value) => value === undefined))
        throw new CliError("Say what is to be changed: --help names the options.", ExitCode.Usage);
      const { updateManagedSystemPolicy } =
        await import("#operations/managed-accounts/change-managed-system-policies.ts");
      await onService(updateManagedSystemPolicy, { key: id, ...input });
      console.log(`The managed system policy '${id}' is changed.`);
    });
  policy
    .command("remove")
    .description("Remove a policy that is not in use")
    .argument("<id>", "id of the policy")
    .action(async (id: string) => {
      const { removeManagedSystemPolicy } =
        await import("#operations/managed-accounts/change-managed-system-policies.ts");
      await onService(removeManagedSystemPolicy, { key: id });
      console.log(`The managed system policy '${id}' is removed.`);
    });
}

const examples = `
DEFAULT and HISTORICAL always exist. Under HISTORICAL is what is managed no more; nothing of it can be changed.

Examples:
  gatehouse managed policy list
  gatehouse managed policy show SERVERS
  gatehouse managed policy add SERVERS --description "Administrators of servers" --mode push --interval 168 --window 22:00-05:30
  gatehouse managed policy set SERVERS --frozen-until 2030-01-07T06:00:00Z
  gatehouse managed policy set SERVERS --checkout-minutes 120 --concurrency 2 --disclosure display,copy
  gatehouse managed policy grant SERVERS ask SERVER_ADMINS
  gatehouse managed policy phases SERVERS --file phases.json
  gatehouse managed policy set SERVERS --disclosure ssh-command
  gatehouse managed policy list-command SERVERS restart-web 'systemctl restart nginx'
  gatehouse managed policy remove SERVERS
`;

function addReading(policy: Command): void {
  policy
    .command("list")
    .description("List policies: ID, mode, hours between password changes, description")
    .option("--json", "print JSON")
    .action(async ({ json }: { json?: true }) => {
      const { listManagedSystemPolicies } = await import("#operations/managed-accounts/read-managed-accounts.ts");
      const rows = await onService(listManagedSystemPolicies, {});
      if (json) console.log(JSON.stringify(rows, null, 2));
      else for (const row of rows) console.log(lineOf(row));
    });
  policy
    .command("show")
    .description("Show a policy as JSON, with the numbers of its managed systems and accounts")
    .argument("<id>", "id of the policy")
    .action(async (id: string) => {
      const { showManagedSystemPolicy } = await import("#operations/managed-accounts/read-managed-accounts.ts");
      console.log(JSON.stringify(await onService(showManagedSystemPolicy, { id }), null, 2));
    });
}

function lineOf({ id, mode, changeIntervalHours, enabled, description }: Row<"managedSystemPolicies">): string {
  const off = enabled ? [] : ["(disabled)"];
  return rowLine([id, mode, `${changeIntervalHours} h`, description, ...off]);
}

interface FieldOptions {
  readonly description?: string;
  readonly node?: string;
  readonly enabled?: boolean;
  readonly interval?: number;
  readonly window?: string;
  readonly frozenUntil?: string;
  readonly passwordPolicy?: string;
  readonly checkedOut?: boolean;
  readonly unverified?: boolean;
  readonly unacknowledged?: string;
  readonly lockoutTries?: number;
  readonly lockoutMinutes?: number;
  readonly verifyShare?: number;
  readonly checkoutMinutes?: number;
  readonly concurrency?: number;
  readonly changeOnReturn?: boolean;
  readonly extensions?: number;
  readonly warnMinutes?: number;
  readonly perDay?: number;
  readonly ticketPlugin?: string;
  readonly attended?: boolean;
  readonly disclosure?: string;
}

function addFields(command: Command): Command {
  return command
    .argument("<id>", "id of the policy")
    .option("--interval <hours>", "hours between two changes of a password; 0 = not by itself", wholeNumber)
    .option("--window <times>", "when passwords are changed by themselves, as 22:00-05:30; '' = at any time")
    .option("--frozen-until <moment>", "until when none is changed by itself; '' = there is no such time")
    .option("--password-policy <id>", "by which passwords are made; '' = PAM_DEFAULT")
    .option("--node <id>", "the node that changes the passwords")
    .option("--enabled <yes|no>", "whether passwords are changed under it", yesOrNo)
    .option("--checked-out <yes|no>", "whether one is changed by itself while it is checked out", yesOrNo)
    .option("--unverified <yes|no>", "whether one that was set counts where the target cannot verify it", yesOrNo)
    .addOption(
      new Option(
        "--unacknowledged <way>",
        "what happens to one that no other node has, with VAULT ACKNOWLEDGED BY 2",
      ).choices(unacknowledgedWays),
    )
    .option("--lockout-tries <number>", "wrong passwords after which the target locks; 0 = it locks none", wholeNumber)
    .option("--lockout-minutes <number>", "minutes after which the target forgets them", wholeNumber)
    .option("--verify-share <percent>", "how many of the passwords are verified each night", wholeNumber)
    .option("--checkout-minutes <number>", "for how many minutes one may be checked out", wholeNumber)
    .option("--concurrency <number>", "how many may have one checked out at once", wholeNumber)
    .option("--change-on-return <yes|no>", "whether one is changed when the last one has returned it", yesOrNo)
    .option("--extensions <number>", "how often a check-out may be extended", wholeNumber)
    .option("--warn-minutes <number>", "minutes before its end at which a holder is warned; 0 = nobody is", wholeNumber)
    .option("--per-day <number>", "check-outs of one person on one day; 0 = as many as they ask for", wholeNumber)
    .option("--ticket-plugin <name>", "the plug-in that judges the ticket, which is needed then; '' = none is")
    .option("--attended <yes|no>", "whether a second person has to be present at each disclosure", yesOrNo)
    .option(
      "--disclosure <ways>",
      "the ways in which one may be disclosed, with commas: display, copy, ssh-command (listed commands are run with it) or a plug-in; '' = none",
    );
}

function yesOrNo(text: string): boolean {
  if (text !== "yes" && text !== "no") throw new InvalidArgumentError("Say yes or no.");
  return text === "yes";
}

const orNull = (text: string | undefined) => (text === "" ? null : text);

function fieldsOf(options: FieldOptions) {
  const { description, node, enabled, interval, window, frozenUntil, passwordPolicy, ...others } = options;
  const { checkedOut, unverified, unacknowledged, lockoutTries, lockoutMinutes, verifyShare, ...ofCheckouts } = others;
  return {
    description,
    managedByNode: node,
    enabled,
    changeIntervalHours: interval,
    changeWindow: orNull(window),
    frozenUntil: orNull(frozenUntil),
    passwordPolicyId: orNull(passwordPolicy),
    randomizeCheckedOut: checkedOut,
    confirmWithoutVerify: unverified,
    ifUnacknowledged: unacknowledged,
    lockoutTries,
    lockoutMinutes,
    verifyShare,
    ...checkoutFieldsOf(ofCheckouts),
  };
}

function checkoutFieldsOf(options: FieldOptions) {
  const { checkoutMinutes, concurrency, changeOnReturn, extensions, warnMinutes, perDay } = options;
  const { ticketPlugin, attended, disclosure } = options;
  return {
    checkoutMaxMinutes: checkoutMinutes,
    concurrency,
    randomizeOnCheckIn: changeOnReturn,
    extensionsMax: extensions,
    warnMinutes,
    checkoutsPerDay: perDay,
    ticketPlugin: orNull(ticketPlugin),
    attended,
    disclosurePlugins: disclosure?.split(",").filter((name) => name !== ""),
  };
}
