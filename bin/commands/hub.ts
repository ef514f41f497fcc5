import type { Command } from "commander";

/** Adds `gatehouse hub`. */
export function addHubCommand(program: Command): void {
  program
    .command("hub")
    .description("Runs the workflows, the outbox dispatch and the monitor.")
    .addHelpText(
      "after",
      "\nExample:\n  TEMPORAL_ADDRESS=temporal.example:7233 TEMPORAL_TLS_CA_FILE=ca.pem gatehouse hub\n",
    )
    .action(async () => {
      const { runHub } = await import("../children/hub.ts");
      await runHub();
    });
}
