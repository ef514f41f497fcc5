import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createLogger } from "#platform/logs/log.ts";
import { startTemporalServer, type TemporalServer } from "#platform/temporal/temporal-server.ts";

/** A Temporal server of a test. */
export interface TestTemporal {
  readonly address: string;
  readonly pid: number;
  /** The folder with its database file and its log. */
  readonly dataFolder: string;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
  /** Ends the server and keeps its folder, as an outage does. */
  interrupt(): Promise<void>;
  /** Starts the server again on the same port and folder. */
  resume(): Promise<void>;
}

/** Starts a real Temporal server in a folder of its own. */
export async function startTestTemporal(): Promise<TestTemporal> {
  const dataFolder = mkdtempSync(join(tmpdir(), "gatehouse-test-temporal-"));
  const log = createLogger({ module: "test", level: "silent" });
  let server: TemporalServer = await startTemporalServer({ dataFolder, log });
  const port = Number(server.address.split(":")[1]);
  return {
    address: server.address,
    get pid() {
      return server.pid;
    },
    dataFolder,
    interrupt: () => server.stop(),
    resume: async () => {
      server = await startTemporalServer({ dataFolder, log, port });
    },
    stop: async () => {
      // Its data is no longer needed, and an orderly end takes the server a second.
      process.kill(server.pid, "SIGKILL");
      await server.exited;
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
