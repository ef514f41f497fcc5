import type { Command } from "commander";

/** Adds `gatehouse api`. */
export function addApiCommand(program: Command): void {
  program
    .command("api")
    .description("Runs the REST API. Reads its settings from the environment.")
    .addHelpText("after", "\nExample:\n  HTTP_PORT=8080 TEMPORAL_ADDRESS=temporal.example:7233 gatehouse api\n")
    .action(async () => {
      const { runApi } = await import("../children/api.ts");
      await runApi();
    });
}
