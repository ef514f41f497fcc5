import { chainFaultsMax, unprovedTriesMax } from "../chain-limits.ts";
import type { AuthChain, Selector } from "./auth-chain.ts";
import { builtInComponents } from "./chain-components.ts";
import { chainFact } from "./chain-facts.ts";
import { optionOf } from "./check-configuration.ts";
import { componentOfStep } from "./component-of-step.ts";
import type { ChainFault, KnownParts } from "./component.ts";
import { questionSetsOf } from "./question-sets.ts";
import { type FoundBySaying, lessBySaying } from "./said-choice.ts";

/**
 * Returns warnings to the author of a chain that breaks no rule. It warns of selectors that cannot mean what they seem to, of questions
 * that come before any proof, and of chains that ask for less if a fact is only stated. `others` are the other active chains.
 */
export function chainWarnings(
  chain: AuthChain,
  others: readonly AuthChain[],
  parts: Pick<KnownParts, "components">,
): readonly ChainFault[] {
  const all = [...others.filter(({ name }) => name !== chain.name), chain];
  return warningsWith(chain, lessBySaying(all, parts.components, chain.name), parts);
}

/** Returns the warnings of every active chain, by its name. */
export function warningsOfAll(
  chains: readonly AuthChain[],
  parts: Pick<KnownParts, "components">,
): ReadonlyMap<string, readonly ChainFault[]> {
  const less = lessBySaying(chains, parts.components);
  return new Map(chains.map((chain) => [chain.name, warningsWith(chain, less, parts)]));
}

function warningsWith(
  chain: AuthChain,
  less: FoundBySaying,
  { components }: Pick<KnownParts, "components">,
): readonly ChainFault[] {
  return [
    ...lessWarnings(chain, less),
    ...chain.selectors.flatMap((selector, index) => selectorWarnings(selector, `selectors.${index}`)),
    ...questionWarnings(chain, components),
  ].slice(0, chainFaultsMax);
}

/** Values that earlier products took for truth. */
const truths = ["true", "1", "yes"];

function selectorWarnings({ expression, match, value }: Selector, place: string): readonly ChainFault[] {
  if (value !== undefined && truths.includes(value.toLowerCase())) {
    const truth = match === "equal" ? "set" : "notset";
    const message = `${match} compares with the value '${value}' itself. To ask whether there is one at all, use ${truth}.`;
    return [{ place: `${place}.value`, message }];
  }
  if (chainFact(expression)?.always === undefined || match === "equal" || match === "notequal") return [];
  const effect = match === "set" ? "this always matches" : "the chain is never taken";
  return [{ place: `${place}.match`, message: `Every sign-in has the fact ${expression}, so ${effect}.` }];
}

/** Purposes whose chains strangers walk. */
const ofStrangers: readonly AuthChain["purpose"][] = ["signIn", "forgotPassword"];

function questionWarnings(chain: AuthChain, components: KnownParts["components"]): readonly ChainFault[] {
  if (!ofStrangers.includes(chain.purpose)) return [];
  return [...unprovedSteps(chain, components)].flatMap((name) => {
    const step = chain.steps[name];
    if (step?.component !== "questions") return [];
    const { options } = builtInComponents.questions;
    const place = `steps.${name}.configuration`;
    const warnings: ChainFault[] = [];
    const telling = questionSetsOf(String(optionOf(step.configuration, options, "sets"))).filter(
      (set) => set !== "predefined",
    );
    if (telling.length > 0) {
      const message = `Before a step that proves who it is, questions of the set ${telling.map((set) => `'${set}'`).join(", ")} show any stranger what somebody has written, and which names there are. Use 'predefined'.`;
      warnings.push({ place: `${place}.sets`, message });
    }
    const tries = Number(optionOf(step.configuration, options, "tries"));
    if (tries > unprovedTriesMax) {
      const message = `Before a step that proves who it is, ${tries} tries let a stranger guess that often. Use at most ${unprovedTriesMax}.`;
      warnings.push({ place: `${place}.tries`, message });
    }
    return warnings;
  });
}

/** Returns the steps to which some way leads without any proof. */
function unprovedSteps({ first, steps }: AuthChain, components: KnownParts["components"]): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const step = steps[name];
    if (step === undefined || reached.has(name)) continue;
    reached.add(name);
    const proving = componentOfStep(step, components)?.authenticates ?? [];
    for (const [outcome, target] of Object.entries(step.outcomes)) if (!proving.includes(outcome)) open.push(target);
  }
  return reached;
}

function lessWarnings({ name: own, selectors }: AuthChain, { found, isWhole }: FoundBySaying): readonly ChainFault[] {
  const concerning = found.filter(({ chain, behind }) => chain === own || behind === own);
  const warnings = concerning.map(({ chain, behind, facts, way }): ChainFault => {
    const which = chain === own ? "this chain" : `the chain '${chain}'`;
    const other = behind === null ? "no chain" : behind === own ? "this chain" : `'${behind}'`;
    const taken = `Whoever says ${facts.join(" and ")} as they like takes ${which} in the place of ${other}`;
    const less =
      way === null
        ? `${taken}. They have too many ways to find out whether it asks for less.`
        : `${taken}, and is asked for less: there ${way.join(", ")} ${way.length === 1 ? "is" : "are"} enough, and here not.`;
    const index = selectors.findIndex(({ expression }) => facts.includes(expression));
    const place = chain === own ? `selectors.${index}` : "position";
    return { place, message: `${less} Ask for as much in both, or select by a known fact (ip, client, userName).` };
  });
  if (isWhole) return warnings;
  const message = "There are too many chains and values of selectors to compare them all by what is only said.";
  return [...warnings, { place: "selectors", message }];
}
