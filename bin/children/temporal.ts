import { createLogger } from "#platform/logs/log.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { startTemporalServer } from "#platform/temporal/temporal-server.ts";

import { CliError } from "../cli-error.ts";
import { fired } from "../lifecycle.ts";
import { runChild } from "../run-child.ts";

/**
 * Runs the embedded Temporal server until the process is told to stop. It is a process of its own between the
 * supervisor and the server, so that the server ends when the supervisor is killed.
 */
export async function runTemporal(): Promise<void> {
  await runChild(async ({ signal, ready, report }) => {
    const { logLevel, temporalAddress } = readSettings();
    const log = createLogger({ module: "temporal", level: logLevel });
    const dataFolder = process.env["GATEHOUSE_TEMPORAL_DATA"] ?? "";
    const port = Number(temporalAddress?.split(":")[1]);
    if (!port || !dataFolder) throw new CliError("This command is for 'gatehouse up' only.");
    let building = false;
    // A build takes minutes and is not ours alone to stop: compilers run in this process's group and end with it.
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
