import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";

/** Adds `gatehouse reload`. */
export function addReloadCommand(program: Command): void {
  program
    .command("reload")
    .description("Replace the processes of the running service by new ones without losing a call")
    .addHelpText("after", reloadHelp)
    .action(async () => {
      const { dataFolderOf } = await import("#platform/settings/data-folder.ts");
      const { orderServiceReload } = await import("../service-reload.ts");
      const folder = dataFolderOf(process.env);
      const answers = await orderServiceReload(folder);
      if (answers.length === 0) {
        throw new CliError(
          `No 'gatehouse up' or 'gatehouse api' runs on '${folder}'. Start one, or set GATEHOUSE_DATA.`,
          ExitCode.Unreachable,
        );
      }
      for (const line of answers.filter(({ failed }) => !failed).flatMap(({ lines }) => lines)) console.log(line);
      const words = answers.filter(({ failed }) => failed).flatMap(({ lines }) => lines);
      if (words.length > 0) throw new CliError(words.join("\n"));
    });
}

const reloadHelp = `
It finds the 'gatehouse up', or each 'gatehouse api', that runs on GATEHOUSE_DATA. A new process of the API takes over
the listening socket when it is ready, then the former one finishes its calls and ends. The new ones read the settings
again. If a new one does not become ready, the former one goes on, and the exit code is 1. SIGHUP does the same.

Examples:
  gatehouse reload
  GATEHOUSE_DATA=/var/lib/gatehouse gatehouse reload
`;
