import type { Command } from "commander";

/** Adds `gatehouse connector new` and `gatehouse connector test`. */
export function addConnectorCommand(program: Command): void {
  const connector = program.command("connector").description("Works with connectors.");
  connector
    .command("new")
    .description(
      "Writes a connector with a target and a test that pass the contract kit at once, to be changed from there.",
    )
    .argument("<name>", "its id: lower-case letters, digits and hyphens")
    .option("--folder <folder>", "where it is written", ".")
    .addHelpText("after", "\nExample:\n  gatehouse connector new notes --folder connectors\n")
    .action(async (name: string, { folder }: { folder: string }) => {
      const { writeNewConnector } = await import("#connectors/contract/kit/new-connector.ts");
      process.exitCode = writeNewConnector({ name, folder }, (line) => console.log(line));
    });
  connector
    .command("test")
    .description(
      "Runs the contract kit against a connector and a target it starts; prints TAP, exit code 0 when every rule holds.",
    )
    .argument("<connector>", "file whose default export is made by defineConnector")
    .argument("<target>", "file that exports start(): Promise<{ address, credentials, stop() }>")
    .addHelpText("after", "\nExample:\n  gatehouse connector test ./connector.ts ./target.ts\n")
    .action(async (connectorPath: string, targetPath: string) => {
      const { testConnector } = await import("#connectors/contract/kit/command.ts");
      process.exitCode = await testConnector(connectorPath, targetPath, (line) => console.log(line));
    });
}
