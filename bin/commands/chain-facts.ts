import { chainFacts } from "#domain/chains/chain-facts.ts";
import { nearestNameHint } from "#domain/nearest-name.ts";

import { CliError, ExitCode } from "../cli-error.ts";

/**
 * Parses the facts of a sign-in from `--fact`.
 * @throws CliError that lists the facts
 */
export function factsOf(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(given.map(factOf));
}

function factOf(given: string): readonly [string, string] {
  const [name, value] = pairOf(given);
  if (Object.hasOwn(chainFacts, name)) return [name, value];
  const names = Object.keys(chainFacts);
  const meant = nearestNameHint(name, names);
  throw new CliError(`--fact ${given}: Say name=value.${meant} The facts are ${names.join(", ")}.`, ExitCode.Usage);
}

/**
 * Parses the outcomes of steps from `--outcome`.
 * @throws CliError
 */
export function outcomesOf(given: readonly string[]): Readonly<Record<string, string>> {
  const pairs = given.map((one) => [one, pairOf(one)] as const);
  const wrong = pairs.find(([, [step, outcome]]) => step === "" || outcome === "");
  if (wrong !== undefined) {
    throw new CliError(`--outcome ${wrong[0]}: Say step=outcome, such as password=passed.`, ExitCode.Usage);
  }
  return Object.fromEntries(pairs.map(([, pair]) => pair));
}

function pairOf(given: string): readonly [string, string] {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(given) ?? [];
  return [name, value];
}
