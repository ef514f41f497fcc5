import { chainFaultsMax, chainStepsMax } from "../chain-limits.ts";
import { nearestNameHint } from "../nearest-name.ts";
import { type AuthChain, chainEnds, type ChainStep, type Selector } from "./auth-chain.ts";
import { configurationFaults } from "./check-configuration.ts";
import { componentOfStep } from "./component-of-step.ts";
import type { ChainFault, KnownParts } from "./component.ts";

/**
 * Checks a chain whose shape is right. Selectors name existing facts and have a value only if they compare. Every step names an existing
 * component and is reached, and every outcome leads somewhere. There is no cycle, and no way leads to ALLOW past every authenticating
 * step.
 */
export function checkChain(chain: AuthChain, known: KnownParts): readonly ChainFault[] {
  // A chain that is far too long is not checked step by step.
  if (Object.keys(chain.steps).length > chainStepsMax) return shapeFaults(chain).slice(0, chainFaultsMax);
  const faults = [
    ...chain.selectors.flatMap((selector, index) => selectorFaults(selector, `selectors.${index}`, known.facts)),
    ...shapeFaults(chain),
    ...Object.entries(chain.steps).flatMap(([name, step]) => stepFaults(chain, name, step, known)),
  ];
  // Ways are checked only if every step leads somewhere.
  return (faults.length > 0 ? faults : wayFaults(chain, known.components)).slice(0, chainFaultsMax);
}

function selectorFaults(
  { expression, match, value }: Selector,
  place: string,
  facts: readonly string[],
): readonly ChainFault[] {
  const faults: ChainFault[] = [];
  if (!facts.includes(expression)) {
    const message = `There is no fact '${expression}'.${nearestNameHint(expression, facts)} Name one of: ${facts.join(", ")}.`;
    faults.push({ place: `${place}.expression`, message });
  }
  const compares = match === "equal" || match === "notequal";
  if (compares && value === undefined) {
    const truth = match === "equal" ? "set" : "notset";
    const message = `${match} compares with a value. To ask whether there is one at all, use ${truth}.`;
    faults.push({ place: `${place}.value`, message });
  }
  if (!compares && value !== undefined)
    faults.push({ place: `${place}.value`, message: `${match} compares with nothing. Leave the value out.` });
  return faults;
}

function shapeFaults({ first, steps }: AuthChain): readonly ChainFault[] {
  const names = Object.keys(steps);
  const faults: ChainFault[] = [];
  if (names.length === 0) faults.push({ place: "steps", message: "There are no steps. Add one." });
  if (names.length > chainStepsMax)
    faults.push({ place: "steps", message: `There are ${names.length} steps, and at most ${chainStepsMax} may be.` });
  for (const name of names)
    if ((chainEnds as readonly string[]).includes(name))
      faults.push({ place: `steps.${name}`, message: `${name} is an end. Call the step something else.` });
  if (names.length > 0 && !names.includes(first))
    faults.push({ place: "first", message: `There is no step '${first}'.${nearestNameHint(first, names)}` });
  return faults;
}

function stepFaults(
  { steps }: AuthChain,
  name: string,
  step: ChainStep,
  { components, unready }: KnownParts,
): readonly ChainFault[] {
  const { component, configuration, outcomes } = step;
  const place = `steps.${name}`;
  const known = componentOfStep(step, components);
  if (known === undefined) {
    const message = `There is no component '${component}'.${nearestNameHint(component, [...components.keys()])}`;
    return [{ place: `${place}.component`, message }];
  }
  const faults = (unready?.(step) ?? []).map((fault) => ({ ...fault, place: `${place}.${fault.place}` }));
  faults.push(...configurationFaults(configuration, known, `${place}.configuration`));
  for (const outcome of known.outcomes)
    if (!Object.hasOwn(outcomes, outcome))
      faults.push({ place: `${place}.outcomes`, message: `The outcome '${outcome}' leads nowhere. Say where.` });
  const targets = [...chainEnds, ...Object.keys(steps)];
  for (const [outcome, target] of Object.entries(outcomes)) {
    if (!known.outcomes.includes(outcome)) {
      const message = `The component '${component}' has no outcome '${outcome}'.${nearestNameHint(outcome, known.outcomes)}`;
      faults.push({ place: `${place}.outcomes.${outcome}`, message });
    }
    if (!targets.includes(target)) {
      const message = `There is no step '${target}'.${nearestNameHint(target, targets)} Name a step, ALLOW or DENY.`;
      faults.push({ place: `${place}.outcomes.${outcome}`, message });
    }
  }
  return faults;
}

/** One way through a chain: its step, the outcomes so far, and whether one of them has proved who signs in. */
interface Way {
  readonly step: string;
  readonly passed: readonly string[];
  readonly isProved: boolean;
}

/** Checks the ways through a chain. Every step is visited once as proved and once as not, so that many ways do not take long. */
function wayFaults({ first, steps }: AuthChain, components: KnownParts["components"]): readonly ChainFault[] {
  const circle = circleOf(first, steps);
  if (circle !== undefined) {
    const message = `The steps lead in a circle: ${circle.join(" → ")}. Let one of them end.`;
    return [{ place: `steps.${circle[0] ?? ""}.outcomes`, message }];
  }
  const faults: ChainFault[] = [];
  const seen = new Set<string>();
  const ways: Way[] = [{ step: first, passed: [], isProved: false }];
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const stand = standOf(way);
    if (seen.has(stand)) continue;
    seen.add(stand);
    for (const { outcome, target, ...next } of waysOn(way, steps, components)) {
      if (Object.hasOwn(steps, target)) ways.push({ step: target, ...next });
      if (target !== "ALLOW" || next.isProved) continue;
      const message = `${next.passed.join(" → ")} → ALLOW lets in whoever it is. Put a step before it that proves who signs in.`;
      faults.push({ place: `steps.${way.step}.outcomes.${outcome}`, message });
    }
  }
  const never = Object.keys(steps).filter(
    (step) => ![true, false].some((isProved) => seen.has(standOf({ step, isProved }))),
  );
  const unreached = never.map((name) => ({ place: `steps.${name}`, message: "Nothing leads here. Leave it out." }));
  return [...faults, ...unreached];
}

const standOf = ({ step, isProved }: Pick<Way, "step" | "isProved">) => `${step} ${isProved}`;

/** Returns the continuations of a way, one for each outcome of its step. */
function waysOn({ step, passed, isProved }: Way, steps: AuthChain["steps"], components: KnownParts["components"]) {
  const taken = steps[step];
  const proves = (taken && componentOfStep(taken, components)?.authenticates) ?? [];
  return Object.entries(taken?.outcomes ?? {}).map(([outcome, target]) => ({
    outcome,
    target,
    passed: [...passed, `${step} (${outcome})`],
    isProved: isProved || proves.includes(outcome),
  }));
}

/** Returns the steps of a cycle, from the first that comes again to itself; undefined if there is none. */
function circleOf(first: string, steps: AuthChain["steps"]): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (step: string, above: readonly string[]): readonly string[] | undefined => {
    const from = above.indexOf(step);
    if (from >= 0) return [...above.slice(from), step];
    if (done.has(step)) return undefined;
    for (const target of Object.values(steps[step]?.outcomes ?? {})) {
      const found = Object.hasOwn(steps, target) ? visit(target, [...above, step]) : undefined;
      if (found !== undefined) return found;
    }
    done.add(step);
    return undefined;
  };
  return visit(first, []);
}
