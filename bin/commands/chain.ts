import type { Command } from "commander";

import { builtInComponents } from "#domain/chains/chain-components.ts";
import { chainFacts } from "#domain/chains/parts.ts";
import { nearestNameHint } from "#domain/nearest-name.ts";
import { readSettings } from "#platform/settings/settings.ts";
import type { PluginKind } from "#plugins/contract/index.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { gathered, parsedJson } from "../option-values.ts";
import { readText } from "../read-text.ts";

/** Adds `gatehouse chain check`: what is wrong with an authentication chain, and whether it is taken. */
export function addChainCommand(program: Command): void {
  program
    .command("chain")
    .description("Checks authentication chains: the steps by which people sign in.")
    .command("check")
    .description("Checks the authentication chain of a file; fails with every place where it breaks a rule.")
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
Match types: set, notset, equal, notequal. Facts: ${Object.entries(chainFacts)
  .map(([name, words]) => `${name} (${words})`)
  .join(", ")}.

  {
    "name": "sign-in",
    "selectors": [{ "expression": "client", "match": "equal", "value": "intranet" }],
    "first": "password",
    "steps": { "password": { "component": "password", "outcomes": { "passed": "ALLOW", "failed": "DENY" } } }
  }

Examples:
  gatehouse chain check sign-in.json
  gatehouse chain check sign-in.json --fact client=intranet --fact ip=192.0.2.7
`;

async function check(file: string, { fact = [] }: { readonly fact?: readonly string[] }): Promise<void> {
  const { checkedChain } = await import("#operations/chains/engine/chain-input.ts");
  const { knownParts } = await import("#operations/chains/engine/known-parts.ts");
  const { pluginFile } = await import("#plugins/host/plugin-file.ts");
  const { selects } = await import("#domain/chains/selects.ts");
  const facts = Object.fromEntries(fact.map(factOf));
  const { pluginFolder } = readSettings();
  const has = (kind: PluginKind, plugin: string) => pluginFile(pluginFolder, kind, plugin) !== undefined;
  const written = parsedJson(readText(file), (why) => `${file}: it must be JSON of one chain; ${why}.`);
  const { name, steps, selectors } = checkedChain(written, knownParts({ plugins: { has } }));
  const count = Object.keys(steps).length;
  console.log(`The chain '${name}' of ${count} ${count === 1 ? "step" : "steps"} breaks no rule.`);
  if (fact.length === 0) return;
  const refusing = selectors.filter((selector) => !selects(selector, facts));
  for (const { expression, match, value = "" } of refusing)
    console.log(`It is not taken: '${`${expression} ${match} ${value}`.trim()}' does not match.`);
  if (refusing.length === 0) console.log("It is taken.");
}

function factOf(given: string): readonly [string, string] {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(given) ?? [];
  if (Object.hasOwn(chainFacts, name)) return [name, value];
  const names = Object.keys(chainFacts);
  const meant = nearestNameHint(name, names);
  throw new CliError(`--fact ${given}: Say name=value.${meant} The facts are ${names.join(", ")}.`, ExitCode.Usage);
}
