import { type Command, Option } from "commander";

import { addCsvOptions, type CsvOptions, csvPrinter } from "../csv-output.ts";
import { rowLine } from "../row-line.ts";
import { onService, onThisMachine } from "../with-service.ts";
import { addNodeComparisonCommands } from "./node-comparisons.ts";
import { addNodeConflictCommands } from "./node-conflicts.ts";
import { lagCells, lagNames, statusLines } from "./node-lines.ts";
import { addNodeStepCommands } from "./node-steps.ts";
import { addNodeTwinCommands } from "./node-twins.ts";

interface JoinOptions {
  readonly tokenFile: string;
  readonly address?: string;
}

/** Adds `gatehouse nodes invite | join | status | lag | address | pause | resume | expel | take-over | conflicts | accept | revert | twins | merge-twin | compare | differences`. */
export function addNodesCommand(program: Command): void {
  const nodes = program
    .command("nodes")
    .description("Manage the nodes of the installation: invite, join, watch, pause and expel them")
    .addHelpText("after", examples);
  nodes
    .command("invite")
    .description("Create a one-time token with which another node joins (valid for one hour)")
    .argument("<name>", "name of the node that is to join: its NODE_NAME")
    .action(async (name: string) => {
      const { inviteNode } = await import("#operations/nodes/invite-node.ts");
      const { token, expiresAt } = await onService(inviteNode, { name });
      const until = new Date(expiresAt).toISOString();
      console.error(`Node '${name}' invited. Its token, which is valid once, until ${until}:`);
      console.log(token.use((text) => text));
    });
  nodes
    .command("join")
    .description("Join this node to the installation of another one and fetch its record")
    .argument("<url>", "address of the node that has invited this one")
    .addOption(new Option("--token-file <file>", "file with the token; '-' = standard input").default("-"))
    .option("--address <url>", "address at which other nodes reach this one; without it PUBLIC_ADDRESS")
    .action(async (url: string, { tokenFile, address }: JoinOptions) => {
      const { joinHere } = await import("../join-here.ts");
      const { readText } = await import("../read-text.ts");
      // Standard input is read only if the token is still needed.
      const token = () => readText(tokenFile, "token file").trim();
      const report = (words: string) => console.error(words);
      console.log(await onThisMachine(({ call }) => joinHere(call, { url, token, address: address ?? null, report })));
    });
  nodes
    .command("status")
    .description("Show nodes: name, state, address, last pull, held changes, last error")
    .option("--json", "print JSON")
    .action(async ({ json }: { readonly json?: true }) => {
      const { showNodeStatus } = await import("#operations/nodes/show-node-status.ts");
      const status = await onService(showNodeStatus, {});
      if (json) console.log(JSON.stringify(status, null, 2));
      else for (const line of statusLines(status)) console.log(line);
    });
  addCsvOptions(
    nodes.command("lag").description("Show the time that changes of each other node take to arrive here"),
  ).action(async (options: CsvOptions) => {
    const { showNodeStatus } = await import("#operations/nodes/show-node-status.ts");
    const { nodes: links } = await onService(showNodeStatus, {});
    const rows = links.map(lagCells);
    if (options.csv) {
      const print = csvPrinter(lagNames, options);
      for (const row of rows) print(row);
    } else for (const row of rows) console.log(rowLine(row.map((cell, at) => `${lagNames[at]} ${cell || "-"}`)));
  });
  addNodeTwinCommands(nodes);
  addNodeStepCommands(nodes);
  addNodeConflictCommands(nodes);
  addNodeComparisonCommands(nodes);
}

const examples = `
A node that joins has a database of its own, which was migrated and is empty otherwise. docs/nodes.md leads from one node to two.

Examples:
  gatehouse nodes invite berlin > token.txt
  gatehouse nodes join https://iam.example --token-file token.txt --address https://iam-berlin.example
  gatehouse nodes status
  gatehouse nodes lag --csv
  gatehouse nodes address berlin https://iam2.example
  gatehouse nodes pause berlin
  gatehouse nodes resume berlin
  gatehouse nodes take-over berlin --yes # it is lost: this node goes on with its requests and runs
  gatehouse nodes expel berlin --yes     # for ever: it gets nothing new, and keeps what it has
  gatehouse nodes compare                # all rows, with all other nodes
  gatehouse nodes compare berlin --repair # rows of this node that differ count everywhere
  gatehouse nodes differences
  gatehouse nodes conflicts
  gatehouse nodes revert 5b1f…
`;
