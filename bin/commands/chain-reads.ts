import type { Command } from "commander";

import type { ChainView } from "#operations/chains/read-chains.ts";

import { rowLine } from "../row-line.ts";
import { oneLine, versionLines } from "../version-options.ts";
import { onService } from "../with-service.ts";

/** Adds `list`, `show` and `versions`. */
export function addChainReads(chain: Command): void {
  chain
    .command("list")
    .description(
      "List authentication chains in the order in which they are tried: origin, purpose, position, name, description",
    )
    .option(...asJson)
    .addHelpText("after", "\nExample:\n  gatehouse chain list\n")
    .action(async ({ json }: { json?: boolean }) => {
      const { listChains } = await import("#operations/chains/read-chains.ts");
      const views = await onService(listChains, {});
      if (json) return console.log(JSON.stringify(views, null, 2));
      for (const view of views) console.log(lineOf(view));
    });
  chain
    .command("show")
    .description("Show the active chain of a name in the format of a file")
    .argument("<name>", "name of the chain")
    .option(...asJson)
    .addHelpText(
      "after",
      "\nExamples:\n  gatehouse chain show sign-in\n  gatehouse chain show sign-in --json > state.json\n",
    )
    .action(async (name: string, { json }: { json?: boolean }) => {
      const { showChain } = await import("#operations/chains/read-chains.ts");
      const view = await onService(showChain, { key: name });
      console.log(json ? JSON.stringify(view, null, 2) : textOf(view));
    });
  chain
    .command("versions")
    .description("List the versions of a chain, newest first: author, time, comment, content")
    .argument("<name>", "name of the chain")
    .option(...asJson)
    .addHelpText("after", "\nExample:\n  gatehouse chain versions sign-in\n")
    .action(async (name: string, { json }: { json?: boolean }) => {
      const { listChainVersions } = await import("#operations/chains/read-chains.ts");
      const versions = await onService(listChainVersions, { key: name });
      if (json) return console.log(JSON.stringify(versions, null, 2));
      for (const version of versions)
        for (const line of versionLines(version, (after) => JSON.stringify(after))) console.log(line);
      if (versions.length === 0) console.log("It was never changed.");
    });
}

const asJson = ["--json", "print JSON"] as const;

function stateOf({ source, fault, isStored, enabled }: ChainView): string {
  if (fault !== null) return "broken";
  return isStored && !enabled ? "disabled" : (source ?? "none");
}

function lineOf(view: ChainView): string {
  const { name, inForce } = view;
  const { purpose = "-", position = "-", description = "" } = inForce?.chain ?? {};
  const columns = [
    stateOf(view).padEnd(8),
    purpose.padEnd(14),
    String(position).padStart(7),
    name,
    oneLine(description),
  ];
  return rowLine(columns);
}

function textOf(view: ChainView): string {
  const { name, inForce, fault, number } = view;
  const state = { broken: "stored, and broken", disabled: "stored, not enabled", none: "nothing is in force" };
  const words: Readonly<Record<string, string>> = state;
  const lines = [`${name}: ${words[stateOf(view)] ?? stateOf(view)}${number === 0 ? "" : `, version ${number}`}`];
  if (fault !== null) lines.push(`what is stored is not walked: ${fault}`);
  if (inForce !== null && inForce.number !== number)
    lines.push(inForce.number === 0 ? "in force is the default:" : `in force is version ${inForce.number}:`);
  if (inForce !== null) lines.push("", JSON.stringify(inForce.chain, null, 2));
  return lines.join("\n");
}
