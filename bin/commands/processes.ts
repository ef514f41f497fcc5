import type { Command } from "commander";

/** Adds `gatehouse api` and `gatehouse hub`. */
export function addServiceCommands(program: Command): void {
  program
    .command("api")
    .description("Run the REST API")
    .addHelpText("after", apiHelp)
    .action(async () => {
      const { default: cluster } = await import("node:cluster");
      if (cluster.isWorker) await (await import("../children/api.ts")).runApi();
      else await (await import("../children/keep-api.ts")).keepApi();
    });
  program
    .command("hub")
    .description("Run the workflows, the outbox dispatch and the monitor")
    .addHelpText("after", hubHelp)
    .action(async () => (await import("../children/hub.ts")).runHub());
}

/** Adds `gatehouse temporal`, which only `gatehouse up` calls. */
export function addTemporalCommand(program: Command): void {
  program
    .command("temporal", { hidden: true })
    .description("Run the embedded Temporal server for 'gatehouse up'")
    .action(async () => (await import("../children/temporal.ts")).runTemporal());
}

const apiHelp = `
It ends no TLS itself. On this machine only, or behind a proxy that does (TRUSTED_PROXIES), it starts; beyond that it
asks for HTTP_UNENCRYPTED=true.
It listens once it can answer. SIGTERM makes /ready 503 for LAME_DUCK_SECONDS before it ends; Ctrl-C ends it sooner.
SIGHUP, or 'gatehouse reload', lets a new process take over. It takes a socket of systemd (LISTEN_FDS).

Examples:
  TEMPORAL_ADDRESS=127.0.0.1:7233 gatehouse api
  HTTP_HOST=0.0.0.0 TRUSTED_PROXIES=10.0.0.0/8 PUBLIC_ADDRESS=https://iam.example gatehouse api
`;

const hubHelp = `
Example:
  TEMPORAL_ADDRESS=temporal.example:7233 TEMPORAL_TLS_CA_FILE=ca.pem gatehouse hub
`;
