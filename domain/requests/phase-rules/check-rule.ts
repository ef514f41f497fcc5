import { phaseAuthorizersMax } from "../../limits.ts";
import { isAlways, isNever } from "../../query/condition.ts";
import { printRule } from "./print-rule.ts";
import { type Any, isPeople, isRule, type Part, type People, type Rule, thresholdOf, type When } from "./rule.ts";

/** Warning about a rule that can be read. */
export interface RuleWarning {
  /** `neverMet`: no answers approve it; `neverAsked`: it has no effect; `unasked`: nobody has to approve. */
  readonly problem: "neverMet" | "neverAsked" | "unasked";
  /** The part of the rule, as it is written. */
  readonly part: string;
  /** Problem, and the way to mend it. */
  readonly message: string;
}

/** Result of the check of a rule. */
export interface RuleCheck {
  /** False if no answers can approve the rule. */
  readonly canBeMet: boolean;
  readonly warnings: readonly RuleWarning[];
}

/** Returns the largest number of persons that people of a rule may be. */
export type SizeOf = (people: People) => number;

/** Returns one for a word that means one person, otherwise the limit of a phase. */
const sizeByMeaning: SizeOf = ({ kind }) =>
  kind === "class" || kind === "plugin" || kind === "groupOwners" ? phaseAuthorizersMax : 1;

interface Checking {
  readonly sizeOf: SizeOf;
  /** Excluded people, as they are written. */
  readonly excluded: ReadonlySet<string>;
  readonly warn: (problem: RuleWarning["problem"], part: Part, message: string) => void;
}

/**
 * Finds the parts of a rule that can never be met or have no effect. It goes by the words alone, or by the sizes of classes as well.
 * Parts that it does not find may still be out of reach: classes may have members in common.
 */
export function checkRule(rule: Rule, sizeOf: SizeOf = sizeByMeaning): RuleCheck {
  const warnings: RuleWarning[] = [];
  const warn: Checking["warn"] = (problem, part, message) => {
    warnings.push({ problem, part: printRule(part), message });
  };
  const canBeMet = check(rule, { sizeOf, excluded: new Set(), warn });
  if (passesUnasked(rule)) {
    warn(
      "unasked",
      rule,
      "It may be approved without anybody's approval. If that is not meant, put any(1, …) beside it into an all(…).",
    );
  }
  return { canBeMet, warnings };
}

/** Returns true if a part can be met, and warns of the obstacles. */
function check(part: Part, checking: Checking): boolean {
  switch (part.kind) {
    case "when":
      return checkWhen(part, checking);
    case "all": {
      const taken = part.of.flatMap((one) => (one.kind === "not" ? one.of.map(printRule) : []));
      const inside = { ...checking, excluded: new Set([...checking.excluded, ...taken]) };
      return part.of.map((one) => check(one, inside)).every(Boolean);
    }
    case "any":
      return checkAny(part, checking);
    case "veto":
    case "maxDenials":
    case "inputRequired":
      if (personsIn(part.of, checking) === 0) {
        checking.warn(
          "neverAsked",
          part,
          "Everybody here is taken out by not(…), or is nobody. Leave one of the two out.",
        );
      }
      return true;
    case "not":
      return true;
    default:
      return checkAny({ kind: "any", threshold: { percent: 100 }, of: [part] }, checking, part);
  }
}

function checkWhen(part: When, checking: Checking): boolean {
  // If the condition does not hold, the part asks for nothing.
  return speaking([part], checking).every((one) => check(one, checking)) || !isAlways(part.condition.expression);
}

function checkAny(any: Any, checking: Checking, written: Part = any): boolean {
  const parts = any.of.flatMap((one) => {
    const isConditional = one.kind === "when";
    return speaking([one], checking).map((part) => ({ part, isConditional }));
  });
  const people = parts.map(({ part }) => part).filter(isPeople);
  const rules = parts.flatMap(({ part, isConditional }) =>
    isRule(part) ? [{ met: check(part, checking), isConditional }] : [],
  );
  const most = personsIn(people, checking) + rules.filter(({ met }) => met).length;
  // A part that may be silent does not stand in the way of a share.
  const hindering = rules.filter(({ met, isConditional }) => !met && !isConditional).length;
  const threshold = thresholdOf(any.threshold, most + hindering);
  if (most >= threshold) return true;
  const asked = `It takes ${threshold} ${threshold === 1 ? "approval" : "approvals"} and can get ${most} at most`;
  checking.warn("neverMet", written, `${asked}. Name more people, ask for fewer, or take them out of not(…).`);
  return false;
}

/** Returns the parts without their conditions, except parts whose condition never holds. */
function speaking(parts: readonly Part[], checking: Checking): Part[] {
  return parts.flatMap((part) => {
    if (part.kind !== "when") return [part];
    if (!isNever(part.condition.expression)) return speaking([part.part], checking);
    checking.warn("neverAsked", part, "Its condition holds for no request. Leave it out.");
    return [];
  });
}

/** Returns the largest number of persons; people named twice count once, excluded people not at all. */
function personsIn(people: readonly People[], { sizeOf, excluded }: Checking): number {
  const once = new Map(people.map((one) => [printRule(one), one]));
  return [...once].reduce((sum, [text, one]) => sum + (excluded.has(text) ? 0 : sizeOf(one)), 0);
}

function passesUnasked(part: Part): boolean {
  switch (part.kind) {
    case "when":
      return !isAlways(part.condition.expression) || passesUnasked(part.part);
    case "all":
      return part.of.every(passesUnasked);
    case "any":
      // One part is enough for a share: the others may be nobody.
      return part.of.filter(isPassing).length >= (typeof part.threshold === "number" ? part.threshold : 1);
    default:
      return !isPeople(part);
  }
}

function isPassing(part: Part): boolean {
  return part.kind === "when" ? isPassing(part.part) : passesUnasked(part);
}
