import { createProxyClient } from "#activities/proxy/client.ts";
import { readEnrolment } from "#activities/proxy/enrolment.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { createReporter, type Reporter } from "#activities/proxy/reporter.ts";
import { createProxyWorker } from "#activities/proxy/worker.ts";
import { softwareVersion } from "#domain/proxies/software-version.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";
import { readProxySettings } from "#platform/settings/settings.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { connectorsWithin } from "../connectors.ts";
import { fired } from "../lifecycle.ts";
import { loadConnectors } from "../load-connectors.ts";
import { runChild } from "../run-child.ts";
import { installTemporalRuntime } from "../temporal-runtime.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { workerConnection } from "./worker-connection.ts";

/**
 * Runs the proxy that is enrolled in the data folder until the process is told to stop. It has no database and no listening port:
 * it calls the API and the engine.
 */
export async function runProxy(): Promise<void> {
  keepHeapLean();
  await runChild(async ({ signal, ready }) => {
    refuseDatabase(process.env);
    const settings = readProxySettings();
    const { dataFolder, socketKeepAliveSeconds: keepAliveSeconds } = settings;
    requirePrivateFolder(dataFolder);
    const enrolment = readEnrolment(dataFolder);
    if (!enrolment) {
      throw new CliError(
        `No proxy is enrolled in '${dataFolder}'. Run 'gatehouse proxy enrol <name>' there, or set GATEHOUSE_DATA.`,
      );
    }
    const { proxyId, apiAddress } = enrolment;
    const log = createLogger({ module: "proxy", level: settings.logLevel }).child({ proxy: proxyId });
    installTemporalRuntime(log);
    const { connectors, failed } = await loadConnectors(connectorsWithin(settings.sqliteFolder), settings.connectors, {
      folder: process.cwd(),
    });
    for (const connector of failed)
      log.error({ connector }, "A connector could not be loaded; the others can be used.");
    const client = createProxyClient({
      proxyId,
      address: settings.apiAddress ?? apiAddress,
      keys: openProxyKeys(dataFolder),
      clock: systemClock,
      ids: systemIds,
      keepAliveSeconds,
    });
    const own = { softwareVersion, client, log, clock: systemClock, ids: systemIds };
    const reporter = createReporter({ ...own, connectors, failedConnectors: failed });
    const connection = await workerConnection(settings, log, signal, () => tellCutOff(reporter, signal));
    try {
      const way = { proxyId, connection, namespace: settings.temporalNamespace };
      const worker = await createProxyWorker(
        { ...own, ...way, connectors, failedConnectors: failed, reporter },
        signal,
      );
      const running = worker.run();
      void fired(signal).then(() => worker.stop());
      log.info({ connectors: connectors.map(({ definition }) => definition.id) }, "The proxy takes orders.");
      ready(null);
      await running;
    } finally {
      client.close();
      await connection.close();
    }
  });
}

/** Reports that the engine is not reached: the proxy is alive, and its operators should see why it receives no operations. */
function tellCutOff(reporter: Reporter, signal: AbortSignal): void {
  reporter.engineReached(false);
  reporter.begin();
  void reporter.introduce(signal).catch(() => undefined);
}

/** Refuses access to the database, because a proxy with it would be trusted beyond its targets. */
function refuseDatabase(environment: NodeJS.ProcessEnv): void {
  if (environment["DATABASE_URL"] === undefined) return;
  throw new CliError("A proxy has no database. Unset DATABASE_URL and start it again.", ExitCode.Usage);
}
