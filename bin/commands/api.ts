import type { Command } from "commander";

/** Adds `gatehouse api`. */
export function addApiCommand(program: Command): void {
  program
    .command("api")
    .description("Runs the REST API.")
    .addHelpText("after", apiHelp)
    .action(async () => {
      const { runApi } = await import("../children/api.ts");
      await runApi();
    });
}

const apiHelp = `
It ends no TLS itself. On this machine only, or behind a proxy that does (TRUSTED_PROXIES), it starts; beyond that it
asks for HTTP_UNENCRYPTED=true.

Examples:
  TEMPORAL_ADDRESS=127.0.0.1:7233 gatehouse api
  HTTP_HOST=0.0.0.0 TRUSTED_PROXIES=10.0.0.0/8 PUBLIC_ADDRESS=https://iam.example gatehouse api
`;
