import type { Command } from "commander";

import type { TestedServer } from "#domain/requests/tested-server.ts";

import { CliError } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import { poll } from "../poll.ts";
import { createProgress } from "../progress.ts";
import type { ShownOperation } from "../rest-client.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { clockInWords } from "./proxy-status.ts";

interface TestOperation extends ShownOperation {
  readonly server: TestedServer | null;
}

/** Adds `gatehouse proxy test`, which calls the public REST API. */
export function addProxyTestCommand(proxy: Command): void {
  const test = proxy
    .command("test")
    .description("Test the connection to a target system (nothing is changed)")
    .argument("<target>", "id of the target system")
    .option("--json", "as JSON");
  addSignInOptions(test)
    .addHelpText("after", examples)
    .action(async (target: string, { json, ...options }: SignInOptions & { json?: true }) => {
      const rest = await restClientOf(options);
      const path = `${entityPath("targetSystems", target)}/testConnection`;
      const { body } = await rest.post<{ key: string }>(path, {});
      const server = await follow(target, () => rest.get<TestOperation>(entityPath("operations", body.key)));
      console.log(json ? JSON.stringify(server, null, 2) : describe(server));
    });
}

const examples = `
Exit code 0 when the target has answered, 1 with its own words when it has not.

Example:
  gatehouse proxy test DIRECTORY --user admin --password-file admin.txt
`;

const pauseMs = 300;

function follow(target: string, read: () => Promise<TestOperation>): Promise<TestedServer> {
  // Only the answer goes to standard output.
  return createProgress(process.stderr).step(
    `Connection to ${target}`,
    async (report) => {
      const look = async () => {
        const { status, error, server } = await read();
        if (status === "failed")
          throw new CliError(`${target}: ${error?.message ?? "The test failed."} (${error?.code ?? "internal"})`);
        if (server === null) report(status === "running" ? "the proxy asks the target" : "waits for its proxy");
        return server;
      };
      return (await poll(look, (server) => server !== null, { pauseMs })) as TestedServer;
    },
    ({ latencyMs }) => `answered after ${latencyMs} ms`,
  );
}

function describe({ product, version, capabilities, connectorVersion, latencyMs, clockSkewMs }: TestedServer): string {
  const clock = clockSkewMs === undefined ? [] : [`clock       ${clockInWords(clockSkewMs)}, by the proxy's`];
  return [
    `product     ${[product, version ?? ""].join(" ").trim()}`,
    `connector   ${connectorVersion}`,
    `latency     ${latencyMs} ms with login`,
    ...clock,
    `can         ${capabilities.join(", ")}`,
  ].join("\n");
}
