import type { Command } from "commander";

/** Adds `gatehouse connector new` and `gatehouse connector test`. */
export function addConnectorCommand(program: Command): void {
  const connector = program.command("connector").description("Create and test connectors");
  connector
    .command("new")
    .description("Create a connector with a target and a test that pass the contract kit")
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
      "Run the contract kit against a connector and its target; print TAP, and exit with 0 if all rules pass",
    )
    .argument("<connector>", "file whose default export is made by defineConnector")
    .argument("<target>", "file that exports start(): Promise<{ address, credentials, stop() }>")
    .addHelpText("after", "\nExample:\n  gatehouse connector test ./connector.ts ./target.ts\n")
    .action(async (connectorPath: string, targetPath: string) => {
      const { testConnector } = await import("#connectors/contract/kit/command.ts");
      process.exitCode = await testConnector(connectorPath, targetPath, (line) => console.log(line));
    });
}
