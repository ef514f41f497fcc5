import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";

/** Adds `gatehouse up`. */
export function addUpCommand(program: Command): void {
  program
    .command("up")
    .description("Start Gatehouse: Temporal, database, superuser, API, hub and the proxy 'local'")
    .option("--sample", "load a sample organisation and show a sample request travel to its target")
    .option("--exit", "stop when the sample request is complete")
    .option("--verbose", "print the log lines of all processes, which otherwise go to files only")
    .addHelpText("after", upHelp)
    .action(async (options: { sample?: boolean; exit?: boolean; verbose?: boolean }) => {
      if (options.exit && !options.sample)
        throw new CliError("--exit needs --sample: without it there is nothing to end after.", ExitCode.Usage);
      const { up } = await import("../up/up.ts");
      await up({ sample: options.sample === true, exit: options.exit === true, verbose: options.verbose === true });
    });
}

const upHelp = `
Data is kept in GATEHOUSE_DATA (./data); a further start goes on with it. Ctrl-C stops everything.
Without TEMPORAL_ADDRESS a Temporal server is started on this machine, without TLS and for this machine only: a proxy on
another host needs TEMPORAL_ADDRESS with mutual TLS (see 'gatehouse proxy --help').

Examples:
  gatehouse up
  gatehouse up --sample
  GATEHOUSE_DATA=/var/lib/gatehouse HTTP_PORT=9090 gatehouse up --sample --exit
`;
