import { parsePattern, PatternError, type PatternNode } from "./password-pattern-syntax.ts";

/** A step of a compiled pattern; numbers are the places of other steps. */
type Step =
  | { readonly kind: "character"; readonly fits: (character: string) => boolean }
  | { readonly kind: "start" | "end" | "found" }
  | { readonly kind: "fork"; to: readonly number[] };

/** Steps of one compiled pattern. */
const patternStepsMax = 2000;

/**
 * Makes the test of a regular expression that takes time in proportion to the text, whatever the pattern and the text are:
 * all ways are followed side by side, none is tried twice. It fits where any part of the text does.
 * @throws PatternError
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const steps: Step[] = [];
  emit(steps, parsePattern(pattern));
  add(steps, { kind: "found" });
  return (text) => fits(steps, Array.from(text));
}

function add(steps: Step[], step: Step): number {
  if (steps.length >= patternStepsMax) throw new PatternError("is too long once its counts are written out");
  return steps.push(step) - 1;
}

function emit(steps: Step[], node: PatternNode): void {
  if ("parts" in node) emitParts(steps, node);
  else if (node.kind === "repeat") emitRepeat(steps, node);
  else add(steps, node);
}

function emitParts(steps: Step[], { kind, parts }: Extract<PatternNode, { readonly parts: unknown }>): void {
  if (kind === "choice") emitChoice(steps, parts);
  else for (const part of parts) emit(steps, part);
}

function emitChoice(steps: Step[], parts: readonly PatternNode[]): void {
  const fork = openFork(steps);
  const starts: number[] = [];
  const ends: Fork[] = [];
  for (const part of parts) {
    starts.push(steps.length);
    emit(steps, part);
    ends.push(openFork(steps));
  }
  fork.to = starts;
  for (const end of ends) end.to = [steps.length];
}

function emitRepeat(steps: Step[], { part, min, max }: Extract<PatternNode, { kind: "repeat" }>): void {
  for (let count = 0; count < min; count++) emit(steps, part);
  if (max === Infinity) {
    const place = steps.length;
    const fork = openFork(steps);
    emit(steps, part);
    add(steps, { kind: "fork", to: [place] });
    fork.to = [place + 1, steps.length];
    return;
  }
  const ways: Fork[] = [];
  for (let count = min; count < max; count++) {
    ways.push(openFork(steps));
    emit(steps, part);
  }
  for (const way of ways) way.to = [steps.indexOf(way) + 1, steps.length];
}

type Fork = Extract<Step, { kind: "fork" }>;

function openFork(steps: Step[]): Fork {
  const fork: Fork = { kind: "fork", to: [] };
  add(steps, fork);
  return fork;
}

function fits(steps: readonly Step[], characters: readonly string[]): boolean {
  let open = new Set<number>();
  for (let position = 0; position <= characters.length; position++) {
    const reached = new Set<number>();
    // What is looked for may begin at every position.
    for (const place of [0, ...open])
      if (reach(steps, place, { position, last: characters.length, reached })) return true;
    const character = characters[position];
    if (character === undefined) return false;
    open = new Set();
    for (const place of reached) {
      const step = steps[place];
      if (step?.kind === "character" && step.fits(character)) open.add(place + 1);
    }
  }
  return false;
}

interface Reach {
  readonly position: number;
  readonly last: number;
  readonly reached: Set<number>;
}

/** Adds the places that are reached without a character; true where one of them is the end of the pattern. */
function reach(steps: readonly Step[], from: number, { position, last, reached }: Reach): boolean {
  const waiting = [from];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    const step = steps[place];
    if (step?.kind === "found") return true;
    if (step?.kind === "fork") waiting.push(...step.to);
    else if (holdsAt(step, position, last)) waiting.push(place + 1);
  }
  return false;
}

function holdsAt(step: Step | undefined, position: number, last: number): boolean {
  return (step?.kind === "start" && position === 0) || (step?.kind === "end" && position === last);
}
