import { type Command, Option } from "commander";

import { chainPurposes } from "#domain/chains/auth-chain.ts";
import type { ChainWalk, WalkedStep } from "#domain/chains/walk-chain.ts";

import { gathered } from "../option-values.ts";
import { onService } from "../with-service.ts";
import { chainIn } from "./chain-check.ts";
import { factsOf, outcomesOf } from "./chain-facts.ts";

/** Adds `try`, which tests a sign-in. */
export function addChainTry(chain: Command): void {
  chain
    .command("try")
    .description("Test a sign-in: the selected chain, its steps and its outcome (nothing is saved)")
    .option("--fact <name=value>", "something that is known when it begins; may be repeated", gathered)
    .option("--outcome <step=outcome>", "the outcome that a step is to have; may be repeated", gathered)
    .option("--user-name <name>", "who it is found to be on the way, for chains that are selected by it")
    .option("--file <file>", "a chain that is tried in the place of the one of its name; '-' = standard input")
    .addOption(new Option("--purpose <purpose>", "what is begun").choices(Object.keys(chainPurposes)))
    .option("--json", "print JSON")
    .addHelpText("after", examples)
    .action(tryChain);
}

const examples = `
Without an outcome for a step that has several, it tells which ones there are.

Examples:
  gatehouse chain try --outcome password=passed
  gatehouse chain try --fact client=intranet --fact ip=192.0.2.7 --user-name anna --outcome password=passed
  gatehouse chain try --file sign-in.json --outcome password=failed
`;

interface TryOptions {
  readonly fact?: readonly string[];
  readonly outcome?: readonly string[];
  readonly userName?: string;
  readonly file?: string;
  readonly purpose?: string;
  readonly json?: boolean;
}

async function tryChain({ fact = [], outcome = [], userName, file, purpose, json }: TryOptions): Promise<void> {
  const { tryChains } = await import("#operations/chains/try-chains.ts");
  const walk = await onService(tryChains, {
    facts: factsOf(fact),
    outcomes: outcomesOf(outcome),
    userName,
    purpose,
    chain: file === undefined ? undefined : chainIn(file),
  });
  console.log(json ? JSON.stringify(walk, null, 2) : textOf(walk));
}

function textOf({ taken, notTaken, steps, end, remark }: ChainWalk): string {
  const others = notTaken.map(({ name, reason }) => `  not ${name}: ${reason}`);
  const head = taken === null ? [] : [`taken: ${taken}`];
  return [
    ...head,
    ...others,
    ...steps.map(stepLine),
    ...(end === null ? [] : [`end: ${end}`]),
    ...(remark === null ? [] : [remark]),
  ].join("\n");
}

function stepLine({ chain, step, component, outcome, leadsTo }: WalkedStep): string {
  const what = outcome === null ? "hands on to the chain" : `${outcome} →`;
  return `${chain}.${step} (${component}): ${what} ${leadsTo}`;
}
