import type { Command } from "commander";

/** Adds `gatehouse connector test`. */
export function addConnectorCommand(program: Command): void {
  const connector = program.command("connector").description("Works with connectors.");
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
