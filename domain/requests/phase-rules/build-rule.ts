import { idMaxCharacters } from "../../limits.ts";
import { nearestName } from "../../nearest-name.ts";
import type { Expression } from "../../query/bound-query.ts";
import { ruleManagerLevelsMax } from "../../rule-limits.ts";
import { type Call, type Literal, refuse, shortened } from "./call.ts";
import { type Guard, isPeople, isRule, type Part, partRoles, type People, type Rule, type Threshold } from "./rule.ts";

/** Compiles the text of a condition over the facts of a request, or reports its faults and their places. */
export type ReadCondition = (
  text: string,
) =>
  | { readonly condition: Expression }
  | { readonly findings: readonly { readonly line: number; readonly column: number; readonly message: string }[] };

/** Context of a word, which decides whether the word may stand there. */
interface Around {
  readonly readCondition: ReadCondition;
  /** Enclosing word with parts; null at the top. */
  readonly inside: "all" | "any" | null;
  /** True if an `any` encloses the word, so that the phase may be approved without it. */
  readonly isChoice: boolean;
}

type Build = (call: Call, around: Around) => Part;
type Word = Part["kind"];

const builders: Readonly<Record<Word, Build>> = {
  all: (call, around) => ({ kind: "all", of: partsOf(call, 0, { ...around, inside: "all" }) }),
  any: (call, around) => ({
    kind: "any",
    threshold: thresholdAt(call, 0),
    of: partsOf(call, 1, { ...around, inside: "any", isChoice: true }),
  }),
  when: buildWhen,
  veto: guard("veto"),
  maxDenials: (call, around) => ({
    kind: "maxDenials",
    threshold: thresholdAt(call, 1),
    of: peopleOf(call, 1, around),
  }),
  inputRequired: guard("inputRequired"),
  not: guard("not"),
  user: named("user"),
  class: named("class"),
  plugin: named("plugin"),
  manager: (call) => ({ kind: "manager", levels: levelsOf(call) }),
  groupOwners: bare("groupOwners"),
  requester: bare("requester"),
  recipient: bare("recipient"),
};

/**
 * Builds a rule from the words that were read.
 * @throws RuleFault
 */
export function buildRule(call: Call, readCondition: ReadCondition): Rule {
  const part = buildPart(call, { readCondition, inside: null, isChoice: false });
  return isRule(part) ? part : refuse(call, call.word, alone);
}

const alone = "A rule says how many must approve. Put this into one, as in any(1, manager) or all(any(1, manager), …).";

function buildPart(call: Call, around: Around): Part {
  const { word } = call;
  if (!isWord(word)) {
    const nearest = nearestName(word, Object.keys(builders));
    const way =
      nearest === undefined ? `The words are ${Object.keys(builders).join(", ")}.` : `Did you mean '${nearest}'?`;
    refuse(call, word, `'${shortened(word)}' is no word of a rule. ${way}`);
  }
  const misplaced = misplacement(word, around);
  if (misplaced !== undefined) refuse(call, word, misplaced);
  return builders[word](call, around);
}

function isWord(word: string): word is Word {
  return Object.hasOwn(builders, word);
}

function misplacement(word: Word, { inside, isChoice }: Around): string | undefined {
  const role = partRoles[word];
  if (role === "rule") return undefined;
  if (inside === null) return alone;
  if (role === "people") return undefined;
  if (inside !== "all") return `${word}(…) stands in an all(…). Write all(any(…), ${word}(…)).`;
  // Inside a choice the phase could be approved without the veto, which would have no effect.
  if (isChoice && word !== "not") return `${word}(…) holds for the whole phase. Put it into the outermost all(…).`;
  return undefined;
}

function buildWhen(call: Call, around: Around): Part {
  const [condition, then, more] = call.arguments;
  if (condition === undefined || then === undefined || more !== undefined) {
    refuse(
      call,
      call.word,
      "when takes a condition and one part, as in when('…', any(1, manager)). Join several by all(…).",
    );
  }
  const text = textOf(condition, call.word, "a condition in single quotes");
  const read = around.readCondition(text);
  if ("findings" in read) {
    const [{ line, column, message } = unknownFault] = read.findings;
    refuse(condition, call.word, `In the condition, line ${line}, column ${column}: ${message}`);
  }
  return { kind: "when", condition: { text, expression: read.condition }, part: partOf(then, call.word, around) };
}

const unknownFault = { line: 1, column: 1, message: "It cannot be used. Correct it." };

function guard(kind: "veto" | "inputRequired" | "not"): Build {
  return (call, around): Guard => ({ kind, of: peopleOf(call, 0, around) });
}

function named(kind: "user" | "class" | "plugin"): Build {
  return (call) => {
    const [name, more] = call.arguments;
    if (name === undefined || more !== undefined) refuse(call, kind, `${kind} takes one name, as in ${kind}('NAME').`);
    return { kind, name: nameOf(name, kind) };
  };
}

function bare(kind: "groupOwners" | "requester" | "recipient"): Build {
  return (call) => {
    const [first] = call.arguments;
    return first === undefined ? { kind } : refuse(first, kind, `${kind} takes nothing. Write it without brackets.`);
  };
}

function levelsOf(call: Call): number {
  const [levels, more] = call.arguments;
  if (levels === undefined) return 1;
  const value = "value" in levels ? levels.value : undefined;
  if (more === undefined && isWhole(value) && value >= 1 && value <= ruleManagerLevelsMax) return value;
  return refuse(
    levels,
    call.word,
    `manager takes a number of levels from 1 to ${ruleManagerLevelsMax}, as in manager(2).`,
  );
}

function thresholdAt(call: Call, least: 0 | 1): Threshold {
  const { word } = call;
  const [first] = call.arguments;
  const value = first !== undefined && "value" in first ? first.value : undefined;
  if (isWhole(value) && value >= least) return value;
  if (typeof value === "object" && isWhole(value.percent) && value.percent >= 1 && value.percent <= 100) return value;
  const rule = `${word} begins with a number from ${least} on, or a share from 1% to 100%`;
  return refuse(first ?? call, word, `${rule}, as in ${word}(2, class('IT')).`);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function partsOf(call: Call, from: number, around: Around): Part[] {
  return call.arguments.slice(from).map((argument) => partOf(argument, call.word, around));
}

function partOf(argument: Call | Literal, word: string, around: Around): Part {
  if ("word" in argument) return buildPart(argument, around);
  return refuse(argument, word, `${word} takes people and rules here. Write a name as user('…') or class('…').`);
}

function peopleOf(call: Call, from: number, around: Around): People[] {
  const { word } = call;
  if (call.arguments.length <= from) refuse(call, word, `${word}(…) names nobody. Name people, or leave it out.`);
  return call.arguments.slice(from).map((argument) => {
    const part = partOf(argument, word, { ...around, inside: "any" });
    return isPeople(part)
      ? part
      : refuse(argument, word, `${word}(…) takes people alone, such as class('IT') or manager.`);
  });
}

function nameOf(argument: Call | Literal, word: string): string {
  const name = textOf(argument, word, "a name in single quotes");
  if (name !== "" && name.length <= idMaxCharacters) return name;
  return refuse(argument, word, `A name has 1 to ${idMaxCharacters} characters. Correct it.`);
}

function textOf(argument: Call | Literal, word: string, what: string): string {
  if ("value" in argument && typeof argument.value === "string") return argument.value;
  return refuse(argument, word, `${word} takes ${what} here, as in ${word}('…').`);
}
