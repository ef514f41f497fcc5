import { parsePattern, PatternError, type PatternNode } from "./password-pattern-syntax.ts";

/** A step of a compiled pattern; numbers are the indexes of other steps. */
type PatternStep =
  | { readonly kind: "character"; readonly fits: (character: string) => boolean }
  | { readonly kind: "start" | "end" | "found" }
  | { readonly kind: "fork"; to: readonly number[] };

/** Largest number of steps of a compiled pattern. */
const patternStepsMax = 2000;

/**
 * Compiles a regular expression to a test that takes time in proportion to the text, whatever the pattern. It follows all ways side by side
 * and tries none twice. A text fits if any part of it does.
 * @throws PatternError
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  return measuredPattern(pattern).fits;
}

/** Returns the reason why a regular expression cannot be judged in linear time; undefined if it can. */
export function patternFault(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** A compiled pattern with its size. A test takes time in proportion to the size and to the characters of the text. */
export interface MeasuredPattern {
  readonly steps: number;
  readonly fits: (text: string) => boolean;
}

/**
 * Compiles a pattern like `compilePattern` and returns its size too.
 * @throws PatternError
 */
export function measuredPattern(pattern: string, repetitionsMax?: number): MeasuredPattern {
  const steps = stepsOf(pattern, repetitionsMax);
  return { steps: steps.length, fits: (text) => fits(steps, Array.from(text)) };
}

function stepsOf(pattern: string, repetitionsMax?: number): readonly PatternStep[] {
  const steps: PatternStep[] = [];
  emit(steps, parsePattern(pattern, repetitionsMax));
  add(steps, { kind: "found" });
  return steps;
}

/** Steps of a pattern, for a search for texts that fit. */
export interface PatternSteps {
  /** Returns the steps that take the next character of a text whose beginning led to these steps; `found` if the text fits already. */
  readonly open: (places: readonly number[], isFirst: boolean) => readonly number[] | "found";
  /** Returns true if a text that ends here fits. */
  readonly fits: (places: readonly number[], isEmpty: boolean) => boolean;
  /** Returns the steps that take a character. */
  readonly taking: (character: string) => ReadonlySet<number>;
  /** Least number of characters that are missing behind each step until the pattern fits. */
  readonly missing: readonly number[];
}

/**
 * Compiles a pattern to its steps.
 * @throws PatternError
 */
export function patternSteps(pattern: string): PatternSteps {
  const steps = stepsOf(pattern);
  // Positions matter only at the beginning and the end of a text.
  const closure = (places: readonly number[], isFirst: boolean, isLast: boolean) => {
    const reached = new Set<number>();
    const at = { position: isFirst ? 0 : 1, last: Number(!isFirst) - Number(!isLast), reached };
    // A match may begin at every position.
    for (const place of [0, ...places]) if (reach(steps, place, at)) return "found";
    return [...reached].filter((place) => steps[place]?.kind === "character");
  };
  return {
    open: (places, isFirst) => closure(places, isFirst, false),
    fits: (places, isEmpty) => closure(places, isEmpty, true) === "found",
    taking: (character) => new Set([...steps.keys()].filter((place) => takes(steps[place], character))),
    missing: missingBehind(steps),
  };
}

function takes(step: PatternStep | undefined, character: string): boolean {
  return step?.kind === "character" && step.fits(character);
}

function missingBehind(steps: readonly PatternStep[]): readonly number[] {
  const missing = steps.map(({ kind }) => (kind === "found" ? 0 : Infinity));
  // A repetition leads back, so the steps before it are known only after another round.
  for (let changed = true; changed;) {
    changed = false;
    for (const [place, step] of [...steps.entries()].toReversed()) {
      const least = missingAt(step, missing[place + 1] ?? Infinity, missing);
      if (least >= (missing[place] ?? Infinity)) continue;
      missing[place] = least;
      changed = true;
    }
  }
  return missing;
}

function missingAt(step: PatternStep, behind: number, missing: readonly number[]): number {
  if (step.kind === "found") return 0;
  if (step.kind === "fork") return Math.min(...step.to.map((to) => missing[to] ?? Infinity));
  if (step.kind === "character") return 1 + behind;
  // No text begins behind a character, and no character follows an end.
  return step.kind === "end" && behind === 0 ? 0 : Infinity;
}

function add(steps: PatternStep[], step: PatternStep): number {
  if (steps.length >= patternStepsMax) throw new PatternError("is too long once its counts are written out");
  return steps.push(step) - 1;
}

function emit(steps: PatternStep[], node: PatternNode): void {
  if ("parts" in node) emitParts(steps, node);
  else if (node.kind === "repeat") emitRepeat(steps, node);
  else add(steps, node);
}

function emitParts(steps: PatternStep[], { kind, parts }: Extract<PatternNode, { readonly parts: unknown }>): void {
  if (kind === "choice") emitChoice(steps, parts);
  else for (const part of parts) emit(steps, part);
}

function emitChoice(steps: PatternStep[], parts: readonly PatternNode[]): void {
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

function emitRepeat(steps: PatternStep[], { part, min, max }: Extract<PatternNode, { kind: "repeat" }>): void {
  // Repeating nothing is nothing; nested counts would be walked without a step that limits them.
  if (repeatsNothing(part)) return;
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

function repeatsNothing(node: PatternNode): boolean {
  if (node.kind === "sequence") return node.parts.every(repeatsNothing);
  return node.kind === "repeat" && (node.max === 0 || repeatsNothing(node.part));
}

type Fork = Extract<PatternStep, { kind: "fork" }>;

function openFork(steps: PatternStep[]): Fork {
  const fork: Fork = { kind: "fork", to: [] };
  add(steps, fork);
  return fork;
}

function fits(steps: readonly PatternStep[], characters: readonly string[]): boolean {
  let open = new Set<number>();
  for (let position = 0; position <= characters.length; position++) {
    const reached = new Set<number>();
    // A match may begin at every position.
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

/** Adds the steps that are reached without a character; returns true if one of them ends the pattern. */
function reach(steps: readonly PatternStep[], from: number, { position, last, reached }: Reach): boolean {
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

function holdsAt(step: PatternStep | undefined, position: number, last: number): boolean {
  return (step?.kind === "start" && position === 0) || (step?.kind === "end" && position === last);
}
