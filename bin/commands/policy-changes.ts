import type { Command } from "commander";

import type { Row } from "#store/tables.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { reloadFailed } from "../policy-reload.ts";
import { readText } from "../read-text.ts";
import { type VersionOptions, versionInput, withVersionOptions } from "../version-options.ts";
import { type CallOperation, withService } from "../with-service.ts";

/** Adds `set`, `reset`, `rollback` and `reload`. */
export function addPolicyChanges(policy: Command): void {
  const set = policy
    .command("set")
    .description("Save a policy that replaces the default of its name")
    .argument("<name>", "name of the policy")
    .option("--expression <cel>", "the expression")
    .option("--file <file>", "file with the expression alone; '-' = standard input")
    .option("--disabled", "keep it without putting it into force; without --expression and --file the stored one");
  withVersionOptions(set)
    .addHelpText("after", setExamples)
    .action(async (name: string, options: SetOptions) => {
      const { expression, file, disabled } = options;
      if (expression !== undefined && file !== undefined)
        throw new CliError("Give --expression or --file, not both.", ExitCode.Usage);
      const text = file === undefined ? expression : readText(file).trim();
      const { setPolicy } = await import("#operations/policies/set-policy.ts");
      const given = text === undefined ? {} : { expression: text };
      const input = { key: name, ...given, enabled: disabled !== true, ...versionInput(options) };
      await change(name, async (call) => {
        const row: Row<"policies"> | null = await call(setPolicy, input);
        return row && { ...row, after: row.expression };
      });
    });
  withVersionOptions(
    policy.command("reset").description("Reset a policy to its default").argument("<name>", "name of the policy"),
  )
    .addHelpText("after", '\nExample:\n  gatehouse policy reset users_get_list --comment "CR-17 undone"\n')
    .action(async (name: string, options: VersionOptions) => {
      const { resetPolicy } = await import("#operations/policies/reset-policy.ts");
      await change(name, (call) => call(resetPolicy, { key: name, ...versionInput(options) }));
    });
  withVersionOptions(
    policy
      .command("rollback")
      .description("Roll back a policy to one of its versions (0 is the default)")
      .argument("<name>", "name of the policy")
      .argument("<version>", "number of the version", wholeNumber),
  )
    .addHelpText("after", "\nExample:\n  gatehouse policy rollback users_get_list 3\n")
    .action(async (name: string, number: number, options: VersionOptions) => {
      const { rollBackPolicy } = await import("#operations/policies/roll-back-policy.ts");
      await change(name, (call) => call(rollBackPolicy, { key: name, number, ...versionInput(options) }));
    });
  policy
    .command("reload")
    .description("Reload the saved policies in the API processes of this machine")
    .addHelpText("after", "\nExample:\n  gatehouse policy reload\n")
    .action(async () => {
      const answers = await reload();
      for (const answer of answers) console.log(answer);
      if (answers.length === 0) {
        throw new CliError(
          "No API process of this data folder answers on this machine. Start one.",
          ExitCode.Unreachable,
        );
      }
      if (answers.some((answer) => answer.includes(reloadFailed)))
        throw new CliError("Not every process could load the policies; its log says why.");
    });
}

interface SetOptions extends VersionOptions {
  readonly expression?: string;
  readonly file?: string;
  readonly disabled?: boolean;
}

const setExamples = `
Examples:
  gatehouse policy set users_get_list --expression "IsSuperuser() || '_HELP_DESK_' in principal.classes" --comment "CR-17"
  gatehouse policy set users_get_list --file users.cel --disabled
  gatehouse policy set users_get_list                       puts the stored one into force
`;

type Change = Pick<Row<"policyVersions">, "name" | "number" | "after" | "enabled">;

/** Changes a policy and prints the result; a user of a remote service may not be allowed to read it. */
async function change(name: string, run: (call: CallOperation) => Promise<Change | null>): Promise<void> {
  await withService(async ({ call, here }) => {
    const changed = await run(call);
    console.log(changed === null ? `${name} is changed.` : wordsOf(changed));
    // Only a hint: processes that do not receive it read the change log within two seconds.
    if (here !== null) await reload();
  });
}

function wordsOf({ name, number, after, enabled }: Change): string {
  const state = after === null ? "the default is in force" : enabled ? "it is in force" : "it is kept, not in force";
  return `${name} is at version ${number}: ${state}.`;
}

async function reload(): Promise<readonly string[]> {
  const { readSettings } = await import("#platform/settings/settings.ts");
  const { orderReload } = await import("../policy-reload.ts");
  return orderReload(readSettings().dataFolder);
}
