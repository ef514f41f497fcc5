import { Command } from "commander";

import { softwareVersion } from "#domain/proxies/software-version.ts";

import { CliError, ExitCode } from "./cli-error.ts";
import type { CommandAdder } from "./command-groups.ts";
import { quietly } from "./installation-line.ts";
import { gathered } from "./option-values.ts";
import { actAt } from "./service-address.ts";
import { addServiceOptions, takeAddress } from "./service-options.ts";

/** Makes the command line from loaded commands; nothing runs before it is parsed. */
export function createProgram(commands: readonly CommandAdder[]): Command {
  const program = new Command("gatehouse")
    .description("Identity and access management: requests, approvals, connectors and privileged passwords")
    .version(softwareVersion)
    .showHelpAfterError("(gatehouse --help says more)")
    .option("--setting <NAME=VALUE>", "gives a setting, before the environment; may be repeated", gathered)
    .option("--quiet", "leaves out on which installation a command acts")
    .hook("preAction", async (command, called) => {
      const { setting = [], quiet = false } = command.opts<{ setting?: readonly string[]; quiet?: boolean }>();
      quietly(quiet || called.opts<{ json?: unknown }>().json === true);
      actAt(takeAddress(called));
      if (setting.length > 0) await takeSettings(setting);
    })
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 failed or refused, 2 wrong call or setting, 3 the service does not answer, 4 there are differences (--exit-code), 130 ended by Ctrl-C.\nSettings come from --setting, the environment, what is stored, and defaults: gatehouse settings lists them.\n",
    );
  for (const add of commands) add(program);
  addServiceOptions(program);
  return program;
}

async function takeSettings(flags: readonly string[]): Promise<void> {
  const { takeFlags } = await import("#platform/settings/setting-flags.ts");
  try {
    takeFlags(flags, process.env);
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(error.message, ExitCode.Usage);
    throw error;
  }
}
