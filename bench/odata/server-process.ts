import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { stopProcess } from "#platform/processes/process.ts";

/** A server in a process of its own. */
export interface ServerProcess {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const programs = {
  ours: fileURLToPath(new URL("./ours-server.ts", import.meta.url)),
  bare: fileURLToPath(new URL("./bare-server.ts", import.meta.url)),
  open: fileURLToPath(new URL("../tokens/open-server.ts", import.meta.url)),
  bareTokens: fileURLToPath(new URL("../tokens/bare-server.ts", import.meta.url)),
} as const;

/** Starts one of the servers and waits for its address. */
export async function startServer(
  which: keyof typeof programs,
  databaseUrl: string,
  folder: string,
): Promise<ServerProcess> {
  const stdio = ["ignore", "ignore", "inherit", "ipc"] as const;
  const child = fork(programs[which], [databaseUrl, folder], { stdio: [...stdio] });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the server '${which}' ended with ${code}`);
  });
  const [address] = (await Promise.race([once(child, "message"), ended])) as [string];
  ended.catch(() => undefined);
  return { address, pid: child.pid ?? 0, stop: () => stopProcess(child) };
}
