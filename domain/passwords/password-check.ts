import { ownWordIn, ownWordsOf } from "./own-words.ts";
import { editDistance, longestRepeat, longestSequence, wordsSeenIn } from "./password-measures.ts";
import { compilePattern } from "./password-pattern.ts";
import {
  type PasswordRule,
  passwordRules,
  type PolicyRules,
  RuleMode,
  type RuleName,
  ruleOf,
} from "./password-rules.ts";
import { commonPasswords, dictionaryWords } from "./password-words.ts";

/**
 * A fact for a rule: its value, or the reason why it is unknown, as users read it. `wayOut` says how the caller could have given it; a rule
 * that needs it is then broken instead of unchecked.
 */
export type Fact<T> = { readonly known: T } | { readonly unknown: string; readonly wayOut?: string };

/** Facts about the person of a new password. An unknown fact has a reason, so that no rule is skipped silently. */
export interface PasswordFacts {
  /** IDs of the person and of the account. */
  readonly ids: Fact<readonly string[]>;
  /** Names of the person in written form. */
  readonly names: Fact<readonly string[]>;
  /** Password that is replaced; null if there is none. */
  readonly oldPassword: Fact<string | null>;
  /** Position of the same password in the history, counted from the latest; null if it was never set. */
  readonly usedBefore: Fact<number | null>;
  /** True if the password is in the list of breached passwords. */
  readonly breached: Fact<boolean>;
}

/** A password that a person wants to set, and the facts about the person. */
export interface PasswordCandidate extends PasswordFacts {
  readonly password: string;
}

/** A rule that a password breaks. */
export interface BrokenRule {
  /** Name as `group.rule`. */
  readonly rule: string;
  readonly mode: RuleMode;
  /** Text with the rule, its value and the way out; never a part of the password. */
  readonly message: string;
  /** True if the rule could not be checked because a fact is missing; the message says which. Such a rule refuses nothing. */
  readonly isUnchecked: boolean;
}

/** A broken rule that does not refuse the password. */
export type PasswordWarning = Readonly<Pick<BrokenRule, "rule" | "message">>;

interface Judged {
  readonly password: string;
  readonly characters: readonly string[];
}

/** Check of a rule by the password and the fact that it needs, and the rule's words for a user whose password breaks it. */
interface RuleCheck {
  readonly needs?: keyof PasswordFacts;
  keeps(judged: Judged, value: never, fact: never): boolean;
  told(value: never): string;
}

interface FactCheck<F extends keyof PasswordFacts> {
  keeps(judged: Judged, value: never, fact: KnownOf<F>): boolean;
  told(value: never): string;
}

type KnownOf<F extends keyof PasswordFacts> = Extract<PasswordFacts[F], { readonly known: unknown }>["known"];

const byFact = <F extends keyof PasswordFacts>(needs: F, check: FactCheck<F>): RuleCheck => ({
  needs,
  ...check,
});

const counted = (sort: RegExp, sorts: string): RuleCheck => ({
  keeps: ({ characters }, least: number) => characters.filter((character) => sort.test(character)).length >= least,
  told: (least: number) => `must have at least ${least} ${sorts}; add some`,
});

const partMinCharacters = 3;

const checks: Readonly<Record<Exclude<RuleName, "plugin">, RuleCheck>> = {
  minLength: {
    keeps: ({ characters }, least: number) => characters.length >= least,
    told: (least: number) => `must have at least ${least} characters; choose a longer one`,
  },
  maxLength: {
    keeps: ({ characters }, most: number) => characters.length <= most,
    told: (most: number) => `must have at most ${most} characters; choose a shorter one`,
  },
  minUpper: counted(/\p{Lu}/u, "upper-case letters"),
  minLower: counted(/\p{Ll}/u, "lower-case letters"),
  minDigits: counted(/\p{Nd}/u, "digits"),
  minSpecial: counted(/[^\p{L}\p{N}]/u, "characters that are neither letters nor digits"),
  maxRepeat: {
    keeps: ({ characters }, most: number) => longestRepeat(characters) <= most,
    told: (most: number) =>
      `must not have more than ${most} equal characters beside each other; put others between them`,
  },
  maxSequence: {
    keeps: ({ characters }, most: number) => longestSequence(characters) <= most,
    told: (most: number) =>
      `must not have more than ${most} letters or digits that follow each other, such as abcd or 4321; mix them`,
  },
  beginsWithLetter: {
    keeps: ({ password }) => /^\p{L}/u.test(password),
    told: () => "must begin with a letter; put one in front",
  },
  allowedChars: {
    keeps: ({ characters }, allowed: string) =>
      characters.every((character) => Array.from(allowed).includes(character)),
    told: (allowed: string) => `must consist of these characters only: ${allowed}; replace the others`,
  },
  forbiddenChars: {
    keeps: ({ characters }, forbidden: string) =>
      !Array.from(forbidden).some((character) => characters.includes(character)),
    told: (forbidden: string) => `must have none of these characters: ${forbidden}; replace them`,
  },
  notProfileId: byFact("ids", {
    keeps: ({ password }, _value, ids) => !ids.some((id) => holds(password, id)),
    told: () => "must not contain the id of the user or of the account; leave it out",
  }),
  notNameParts: byFact("names", {
    keeps: ({ password }, _value, names) =>
      !names
        .flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
        .some((part) => Array.from(part).length >= partMinCharacters && holds(password, part)),
    told: () => "must not contain a part of the user's name; leave it out",
  }),
  notDictionary: {
    keeps: ({ password }) => !wordsSeenIn(password).some((word) => dictionaryWords.has(word)),
    told: () => "must not be a word with some characters around it; take several words or none",
  },
  notCommon: {
    keeps: ({ password }) => !wordsSeenIn(password).some((word) => commonPasswords.has(word)),
    told: () => "must not be one of the most used passwords; choose one that nobody would guess",
  },
  notOwnWords: {
    keeps: ({ password }, words: string) => ownWordIn(ownWordsOf(words), password) === undefined,
    told: () => "must not contain one of the words that this policy excludes, in whatever spelling; leave it out",
  },
  notBreached: byFact("breached", {
    keeps: (_judged, _value, breached) => !breached,
    told: () =>
      "is known from a data breach, so attackers try it; choose another one, and change it wherever you use it",
  }),
  notHistory: byFact("usedBefore", {
    keeps: (_judged, kept: number, usedBefore) => usedBefore === null || usedBefore > kept,
    told: (kept: number) => `must not be one of the last ${kept} passwords; choose a new one`,
  }),
  notOldPasswordSimilar: byFact("oldPassword", {
    keeps: ({ password }, least: number, old) =>
      old === null || editDistance([...old.toLowerCase()], [...password.toLowerCase()]) >= least,
    told: (least: number) => `must differ from the old password in at least ${least} characters; change more of it`,
  }),
  regex: {
    keeps: ({ password }, pattern: string) => compilePattern(pattern)(password),
    told: (pattern: string) => `must fit the pattern ${pattern}; choose one that does`,
  },
};

// An id of one or two characters is in too many words to be looked for inside of one.
function holds(password: string, part: string): boolean {
  const [text, word] = [password.toLowerCase(), part.toLowerCase()];
  return Array.from(word).length < partMinCharacters ? text === word : text.includes(word);
}

/**
 * Returns the rules of a policy that a password breaks, and those that could not be checked, in the order of the rules. `disabled` rules
 * are left out.
 */
export function brokenRules(rules: PolicyRules, candidate: PasswordCandidate): readonly BrokenRule[] {
  return [rules, ...(rules.further ?? [])].flatMap((one) => brokenIn(one, candidate));
}

/**
 * Returns those of the broken rules that depend on facts about the person, for a password that was made by the policy and so breaks no other
 * required rule.
 */
export function brokenForPerson(rules: PolicyRules, candidate: PasswordCandidate): readonly BrokenRule[] {
  const isOfPerson = ({ needs }: RuleCheck) => needs !== undefined;
  return [rules, ...(rules.further ?? [])].flatMap((one) => brokenIn(one, candidate, isOfPerson));
}

function brokenIn(
  rules: PolicyRules,
  candidate: PasswordCandidate,
  isWanted: (check: RuleCheck) => boolean = () => true,
): readonly BrokenRule[] {
  const judged: Judged = { password: candidate.password, characters: Array.from(candidate.password) };
  return Object.entries<RuleCheck>(checks).flatMap(([name, check]): BrokenRule[] => {
    const rule = ruleOf(rules, name as RuleName);
    if (rule.mode === RuleMode.Disabled || !isWanted(check)) return [];
    const fault = faultOf(name, rule, check, { judged, candidate });
    if (fault === undefined) return [];
    return [{ rule: `${passwordRules[name as RuleName].group}.${name}`, mode: rule.mode, ...fault }];
  });
}

/** Returns the rules that refuse a password. */
export function refusingRules(broken: readonly BrokenRule[]): readonly BrokenRule[] {
  return broken.filter(({ mode, isUnchecked }) => mode === RuleMode.Required && !isUnchecked);
}

/** Returns the warnings for a password that is accepted: rules that only warn, and rules that could not be checked. */
export function warningsOf(broken: readonly BrokenRule[]): readonly PasswordWarning[] {
  return broken
    .filter(({ mode, isUnchecked }) => mode === RuleMode.Warning || isUnchecked)
    .map(({ rule, message }) => ({ rule, message }));
}

function faultOf(
  name: string,
  rule: PasswordRule,
  check: RuleCheck,
  { judged, candidate }: { readonly judged: Judged; readonly candidate: PasswordCandidate },
): Pick<BrokenRule, "message" | "isUnchecked"> | undefined {
  const value = rule.value as never;
  const fact = check.needs === undefined ? { known: undefined } : candidate[check.needs];
  if ("unknown" in fact) return unchecked(name, rule, fact);
  if (check.keeps(judged, value, fact.known as never)) return undefined;
  return { message: messageOf(name, rule, check), isUnchecked: false };
}

function unchecked(
  name: string,
  rule: PasswordRule,
  { unknown, wayOut }: { readonly unknown: string; readonly wayOut?: string },
): Pick<BrokenRule, "message" | "isUnchecked"> {
  const message = `${titleOf(name, rule)}: This rule could not be checked, because ${unknown}.`;
  return wayOut === undefined
    ? { message, isUnchecked: true }
    : { message: `${message} ${wayOut}`, isUnchecked: false };
}

function messageOf(name: string, rule: PasswordRule, { told }: RuleCheck): string {
  return `${titleOf(name, rule)}: ${rule.message ?? `The password ${told(rule.value as never)}.`}`;
}

/** Returns the message of a broken rule without the name and the value of the rule before it, for a person who knows neither. */
export function plainWords({ rule, message }: Pick<BrokenRule, "rule" | "message">): string {
  const name = rule.slice(rule.lastIndexOf(".") + 1);
  if (!message.startsWith(name)) return message;
  // A value, such as a pattern, can have a colon too.
  const own = message.lastIndexOf(": The password ");
  const colon = own < 0 ? message.indexOf(": ") : own;
  return colon < 0 ? message : message.slice(colon + 2);
}

function titleOf(name: string, { value }: PasswordRule): string {
  // The words of a policy can be many.
  return `${name}${value === null || name === "notOwnWords" ? "" : ` ${value}`}`;
}
