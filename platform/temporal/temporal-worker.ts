import { NativeConnection } from "@temporalio/worker";

import type { ProxySettings } from "../settings/settings.ts";
import { requireAddress, temporalTls } from "./temporal.ts";

/**
 * Connects the workers of a process to the Temporal server (keep-alive pings every 30 s are built into the worker's core).
 * @throws Error when the server does not answer
 */
export async function connectTemporalWorkers(settings: ProxySettings): Promise<NativeConnection> {
  const tls = await temporalTls(settings);
  return NativeConnection.connect({ address: requireAddress(settings), ...(tls ? { tls } : {}) });
}
