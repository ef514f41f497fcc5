import type { Command } from "commander";

/** Adds `gatehouse settings`. */
export function addSettingsCommand(program: Command): void {
  program
    .command("settings")
    .description(
      "Lists every setting with its value, where that comes from (environment, gatehouse.env, default), and its default.",
    )
    .addHelpText("after", "\nExample:\n  gatehouse settings\n")
    .action(async () => {
      const { describeSettings } = await import("#platform/settings.ts");
      console.log(describeSettings());
    });
}
