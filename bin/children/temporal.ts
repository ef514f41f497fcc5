import { createLogger, logLevels } from "#platform/logs/log.ts";
import type { Environment } from "#platform/settings/settings.ts";
import { startTemporalServer } from "#platform/temporal/temporal-server.ts";

import { CliError } from "../cli-error.ts";
import { fired } from "../lifecycle.ts";
import { runChild } from "../run-child.ts";

/**
 * Runs the embedded Temporal server until the process is told to stop. This process stands between the supervisor and the server,
 * so that the server ends if the supervisor is killed.
 */
export async function runTemporal(): Promise<void> {
  await runChild(async ({ signal, ready, report }) => {
    const { dataFolder, port, level } = given(process.env);
    const log = createLogger({ module: "temporal", level });
    let building = false;
    // A build takes minutes and starts compilers, which run in this process's group: the signal ends all of them.
    signal.addEventListener("abort", () => building && process.kill(-process.pid, "SIGTERM"));
    const server = await startTemporalServer({
      dataFolder,
      log,
      port,
      signal,
      report(words) {
        building = true;
        report(words);
      },
    });
    building = false;
    ready(server.address);
    await Promise.race([fired(signal), server.exited]);
    if (!signal.aborted) throw new CliError("The Temporal server has ended; its own log says why.");
    await server.stop();
  });
}

/** Reads the settings that `gatehouse up` has checked and passed on; no other setting matters here. */
function given(environment: Environment) {
  const dataFolder = environment["GATEHOUSE_TEMPORAL_DATA"];
  const port = Number(environment["TEMPORAL_ADDRESS"]?.split(":")[1]);
  const level = logLevels.find((one) => one === environment["LOG_LEVEL"]);
  if (!dataFolder || !port || level === undefined) throw new CliError("This command is for 'gatehouse up' only.");
  return { dataFolder, port, level };
}
