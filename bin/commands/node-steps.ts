import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { type CallOperation, withService } from "../with-service.ts";

/** Commands that take one step with a node, and can be taken back. */
const steps = [
  {
    word: "pause",
    description: "Pause a node: it gets no changes, and none are taken from it",
    done: "paused",
    operation: async () => (await import("#operations/nodes/change-nodes.ts")).pauseNode,
  },
  {
    word: "resume",
    description: "Resume a paused node",
    done: "resumed",
    operation: async () => (await import("#operations/nodes/change-nodes.ts")).resumeNode,
  },
] as const;

/** Adds `address | pause | resume | expel | take-over` to `gatehouse nodes`. */
export function addNodeStepCommands(nodes: Command): void {
  nodes
    .command("address")
    .description("Set the address at which other nodes reach a node")
    .argument("<name>", "name of the node")
    .argument("<url>", "address: https, or http on this machine")
    .action(async (name: string, publicAddress: string) => {
      const { updateNode } = await import("#operations/nodes/change-nodes.ts");
      await withService(async ({ call }) => call(updateNode, { key: await keyOf(call, name), publicAddress }));
      console.log(`Address of node '${name}' saved.`);
    });
  for (const { word, description, done, operation } of steps)
    nodes
      .command(word)
      .description(description)
      .argument("<name>", "name of the node")
      .action(async (name: string) => {
        const step = await operation();
        await withService(async ({ call }) => call(step, { key: await keyOf(call, name) }));
        console.log(`Node '${name}' ${done}.`);
      });
  nodes
    .command("expel")
    .description("Expel a node for ever (it keeps what it has, and gets nothing new)")
    .argument("<name>", "name of the node")
    .option("--yes", "expel without asking; required, because it cannot be undone")
    .action(async (name: string, { yes }: { readonly yes?: true }) => {
      if (yes !== true)
        throw new CliError(`Node '${name}' cannot come back after this. Add --yes to expel it.`, ExitCode.Usage);
      const { expelNode } = await import("#operations/nodes/change-nodes.ts");
      await withService(async ({ call }) => call(expelNode, { key: await keyOf(call, name) }));
      console.log(`Node '${name}' expelled. Change the passwords and keys that it may know.`);
    });
  nodes
    .command("take-over")
    .description("Take over the requests and runs of a lost node, which is paused or expelled and off")
    .argument("<name>", "name of the lost node")
    .option("--yes", "confirm that the node is off; required, because what it does meanwhile is lost")
    .action(async (name: string, { yes }: { readonly yes?: true }) => {
      if (yes !== true)
        throw new CliError(
          `What node '${name}' still does with its requests will be lost. Switch it off, and add --yes.`,
          ExitCode.Usage,
        );
      const { takeOverNode } = await import("#operations/setup/take-over.ts");
      const total = await withService(async ({ call }) => {
        const key = await keyOf(call, name);
        for (let sum = 0; ;) {
          const { taken, left } = await call(takeOverNode, { key });
          sum += taken;
          if (!left) return sum;
          console.error(`${sum} rows so far`);
        }
      });
      console.log(`${total} rows of node '${name}' taken over.`);
    });
}

async function keyOf(call: CallOperation, name: string): Promise<string> {
  const { showNodeStatus } = await import("#operations/nodes/show-node-status.ts");
  const { nodes, ...own } = await call(showNodeStatus, {});
  const key = [own, ...nodes].find((node) => node.name === name)?.key;
  if (typeof key !== "string")
    throw new CliError(`There is no node '${name}'. 'gatehouse nodes status' lists them.`, ExitCode.Failed);
  return key;
}
