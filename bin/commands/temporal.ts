import type { Command } from "commander";

/** Adds `gatehouse temporal`, which only `gatehouse up` calls. */
export function addTemporalCommand(program: Command): void {
  program
    .command("temporal", { hidden: true })
    .description("Runs the embedded Temporal server for 'gatehouse up'.")
    .action(async () => {
      const { runTemporal } = await import("../children/temporal.ts");
      await runTemporal();
    });
}
