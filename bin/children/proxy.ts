import { createProxyClient } from "#activities/proxy/client.ts";
import { readEnrolment } from "#activities/proxy/enrolment.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { createNodeAsker } from "#activities/proxy/node-asker.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";
import { readProxySettings } from "#platform/settings/settings.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { connectorsWithin } from "../connectors.ts";
import { loadConnectors } from "../load-connectors.ts";
import { openManagedProcess } from "../managed-process.ts";
import { managementPlace } from "../management-port.ts";
import { runChild } from "../run-child.ts";
import { installTemporalRuntime } from "../temporal-runtime.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { nodeWays } from "./node-ways.ts";
import { serveNode } from "./serve-node.ts";
import { serveNodes } from "./serve-nodes.ts";

/**
 * Runs the proxy that is enrolled in the data folder until the process is told to stop. It has no database, and no listening port but
 * the management port where it runs alone: it calls the API and the engine.
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
    const managed = await openManagedProcess("proxy", managementPlace(settings), log);
    const begun = () => {
      managed.started();
      ready(null);
    };
    installTemporalRuntime(log);
    const { connectors, failed } = await loadConnectors(connectorsWithin(settings.sqliteFolder), settings.connectors, {
      folder: process.cwd(),
    });
    for (const connector of failed)
      log.error({ connector }, "A connector could not be loaded; the others can be used.");
    const proxy = { proxyId, settings, connectors, failedConnectors: failed, log };
    const calls = { proxyId, keys: openProxyKeys(dataFolder), clock: systemClock, ids: systemIds, keepAliveSeconds };
    const ways = nodeWays(settings, apiAddress);
    const [home] = ways;
    if (ways.length === 1 && home !== undefined) {
      const client = createProxyClient({ ...calls, address: home.address });
      await serveNode(proxy, { client, ready: begun }, signal).finally(() => client.close());
      await managed.close();
      return;
    }
    const asker = createNodeAsker({ ...calls, folder: dataFolder, addresses: ways.map(({ address }) => address) });
    await serveNodes({ proxy, asker, ways, ready: begun }, signal).finally(() => asker.close());
    await managed.close();
  });
}

/** Refuses access to the database, because a proxy with it would be trusted beyond its targets. */
function refuseDatabase(environment: NodeJS.ProcessEnv): void {
  if (environment["DATABASE_URL"] === undefined) return;
  throw new CliError("A proxy has no database. Unset DATABASE_URL and start it again.", ExitCode.Usage);
}
