import type { Command } from "commander";

import { commandRunMs } from "#domain/checkout-limits.ts";

import { CliError } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { codeIn } from "./second-person-code.ts";

/** Answer of the API about a command that was run. */
interface CommandAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly cut: boolean;
}

// The call must wait for the end of the command, and is never retried automatically.
const patience = { callMs: commandRunMs + 15_000, once: true } as const;

/** Adds `commands | run` to `gatehouse checkout`, which list and run commands with a checked-out password that no one sees. */
export function addCheckoutRunCommands(checkout: Command): void {
  addSignInOptions(
    checkout.command("commands").description("List the commands that can be run with a check-out: name, command line"),
  )
    .argument("<key>", "key of the check-out")
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      const path = `${entityPath("checkouts", key)}/commands?$select=name,command`;
      const listed = await rest.all<{ readonly name: string; readonly command: string }>(path);
      if (listed.length === 0) console.error("None.");
      for (const { name, command } of listed) console.log(rowLine([name, command]));
    });
  addSignInOptions(
    checkout
      .command("run")
      .description(
        "Run a listed command as the account of a check-out and print its output (the password is not shown)",
      ),
  )
    .argument("<key>", "key of the check-out")
    .argument("<command>", "name of the command")
    .option("--code-file <file>", "the code of the second person who is present; '-' = standard input")
    .action(
      async (
        key: string,
        command: string,
        { codeFile, ...options }: SignInOptions & { readonly codeFile?: string },
      ) => {
        const rest = await restClientOf(options);
        const path = `${entityPath("checkouts", key)}/runCommand`;
        const { body } = await rest.post<CommandAnswer>(path, { command, code: await codeIn(codeFile) }, patience);
        process.stdout.write(body.stdout);
        process.stderr.write(body.stderr);
        if (body.cut) console.error("It has written more, which is left out.");
        if (body.exitCode !== 0)
          throw new CliError(`The command ${command} ended with the exit code ${body.exitCode}.`);
      },
    );
}
