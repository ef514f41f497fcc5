import type { Command } from "commander";

import { builtInComponents } from "#domain/chains/chain-components.ts";
import { type ChainFact, chainFacts, usualFacts } from "#domain/chains/chain-facts.ts";
import type { ChainFault } from "#domain/chains/component.ts";
import type { PluginKind } from "#plugins/contract/index.ts";

import { gathered, parsedJson } from "../option-values.ts";
import { readText } from "../read-text.ts";
import { factsOf } from "./chain-facts.ts";

/** Adds `check`, which finds the faults of the chain in a file and tells whether the chain is selected. */
export function addChainCheck(chain: Command): void {
  chain
    .command("check")
    .description("Check the authentication chain of a file")
    .argument("<file>", "JSON of one chain; '-' = standard input")
    .option("--fact <name=value>", "says whether the chain is taken where this is so; may be repeated", gathered)
    .addHelpText("after", help)
    .action(check);
}

const help = `
A chain has selectors, which say when it is taken, and steps. Each step names a component, and where each of its outcomes leads: to
another step, to ALLOW or to DENY. No way may lead to ALLOW past every step that proves who signs in.
Components: ${Object.entries(builtInComponents)
  .map(([id, { title, outcomes }]) => `${id} (${outcomes.join(", ")}): ${title}`)
  .join("\n")}
plugin:<file>: a plug-in of the kind chainComponent in PLUGIN_FOLDER. Its step must name the outcome failed, and proves who it is by the
outcome passed where its configuration says "authenticates": true.
Match types: set, notset, equal, notequal. Facts: ${Object.entries<ChainFact>(chainFacts)
  .map(([name, { title, from }]) => `${name} (${from}: ${title})`)
  .join(", ")}. A fact that is only said keeps nobody out.

  {
    "name": "sign-in",
    "selectors": [{ "expression": "client", "match": "equal", "value": "intranet" }],
    "first": "password",
    "steps": { "password": { "component": "password", "outcomes": { "passed": "ALLOW", "failed": "DENY" } } }
  }

A warning breaks no rule, and is to be thought over: the chain is compared with the default ones here, and by 'gatehouse chain set' with all that
are in force.

Examples:
  gatehouse chain check sign-in.json
  gatehouse chain check sign-in.json --fact client=intranet --fact ip=192.0.2.7
`;

async function check(file: string, { fact = [] }: { readonly fact?: readonly string[] }): Promise<void> {
  const { checkedChain } = await import("#operations/chains/engine/chain-input.ts");
  const { knownParts } = await import("#operations/chains/engine/known-parts.ts");
  const { readSettings } = await import("#platform/settings/settings.ts");
  const { pluginFile } = await import("#plugins/host/plugin-file.ts");
  const { builtInParts } = await import("#domain/chains/parts.ts");
  const { chainWarnings } = await import("#domain/chains/chain-warnings.ts");
  const { defaultChains } = await import("#domain/chains/default-chains.ts");
  const { selects, selectorWords } = await import("#domain/chains/selects.ts");
  const facts = { ...usualFacts, ...factsOf(fact) };
  const { pluginFolder } = readSettings();
  const has = (kind: PluginKind, plugin: string) => pluginFile(pluginFolder, kind, plugin) !== undefined;
  const checked = checkedChain(chainIn(file), knownParts({ plugins: { has } }));
  const { name, steps, selectors } = checked;
  const count = Object.keys(steps).length;
  console.log(`The chain '${name}' of ${count} ${count === 1 ? "step" : "steps"} breaks no rule.`);
  tellWarnings(chainWarnings(checked, defaultChains, builtInParts));
  if (fact.length === 0) return;
  const refusing = selectors.filter((selector) => !selects(selector, facts));
  for (const selector of refusing) console.log(`It is not taken: '${selectorWords(selector)}' does not match.`);
  if (refusing.length === 0) console.log("It is taken.");
}

/** Prints the warnings about a chain. */
export function tellWarnings(warnings: readonly ChainFault[]): void {
  for (const { place, message } of warnings) console.log(`Warning: ${place}: ${message}`);
}

/**
 * Reads the chain in a file, unchecked.
 * @throws CliError if it is not JSON
 */
export function chainIn(file: string): unknown {
  return parsedJson(readText(file), (why) => `${file}: it must be JSON of one chain; ${why}.`);
}
