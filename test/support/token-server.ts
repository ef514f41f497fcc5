import { programCaller } from "#bin/program-caller.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { freePort } from "#platform/processes/free-port.ts";

import { callCommand } from "./commands.ts";
import { type GatehouseProcess, startGatehouse } from "./gatehouse.ts";
import { addPeople } from "./people.ts";
import { openTestService, type TestService } from "./service.ts";

/** The token server as an operator starts it: processes `gatehouse api` on one database, and the command line beside them. */
export interface TestTokenServer extends TestService {
  /** Public address, which is that of the first process. */
  readonly address: string;
  /** Address of each process. */
  readonly addresses: readonly string[];
  /** Runs a command on the same installation; throws with its output if it fails. */
  command(...words: readonly string[]): Promise<string>;
}

/** Password of all users of the token server. */
export const testPassword = "a-password-of-the-tests";

/**
 * Starts a number of API processes on one new database with the users `ada` and `robot`. Without limits in `environment` the rate of calls
 * is unlimited.
 */
export async function startTokenServer(
  processes = 1,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestTokenServer> {
  const service = await openTestService();
  await invoke(install, service.context, programCaller("setup"), {});
  await addPeople(service.context, ["ada", "robot"], testPassword);
  const ports: number[] = [];
  for (let index = 0; index < processes; index++) ports.push(await freePort());
  const address = `http://127.0.0.1:${ports[0]}`;
  const env = {
    GATEHOUSE_DATA: service.folder,
    DATABASE_URL: service.databaseUrl,
    PUBLIC_ADDRESS: address,
    // Nothing listens there: a sign-in needs no engine.
    TEMPORAL_ADDRESS: "127.0.0.1:9",
    LOG_LEVEL: "info",
    TOKEN_REQUESTS_PER_MINUTE_AND_ADDRESS: "0",
    TOKEN_REQUESTS_PER_MINUTE_AND_NAME: "0",
    CALLS_PER_MINUTE_AND_CALLER: "0",
    ...environment,
  };
  const started: GatehouseProcess[] = ports.map((port) =>
    startGatehouse(["api"], { env: { ...env, HTTP_PORT: String(port) } }),
  );
  await Promise.all(started.map((process) => process.until(/The API listens/)));
  return {
    ...service,
    address,
    addresses: ports.map((port) => `http://127.0.0.1:${port}`),
    async command(...words) {
      const { code, output } = await callCommand(words, { env: { ...env, LOG_LEVEL: "silent" } });
      if (code !== 0) throw new Error(`gatehouse ${words.join(" ")} ended with ${code}:\n${output}`);
      return output;
    },
    async close() {
      for (const { child } of started) child.kill("SIGTERM");
      const codes = await Promise.all(started.map((process) => process.ended()));
      await service.close();
      const failed = codes.find((code) => code !== 0);
      if (failed !== undefined) throw new Error(`an API process ended with ${failed}`);
    },
  };
}
