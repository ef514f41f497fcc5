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

/** A password that somebody wants to set, and what is known about whose it will be. */
export interface PasswordCandidate {
  readonly password: string;
  /** Ids of the person and of the account. */
  readonly ids: readonly string[];
  /** Names of the person as people write them. */
  readonly names: readonly string[];
  /** The password that it replaces; null where nobody has given it. */
  readonly oldPassword: string | null;
  /** The how-manieth password before this one was the same; null = none of those that are known. */
  readonly usedBefore: number | null;
}

/** A rule that a password breaks. */
export interface BrokenRule {
  /** `group.rule`. */
  readonly rule: string;
  readonly mode: RuleMode;
  /** The rule, its value and the way out; nothing of the password. */
  readonly message: string;
}

/** A broken rule that does not refuse the password. */
export type PasswordWarning = Readonly<Pick<BrokenRule, "rule" | "message">>;

interface Facts extends PasswordCandidate {
  readonly characters: readonly string[];
}

/** How a rule is judged, and how it is told to somebody whose password breaks it. */
interface RuleCheck {
  keeps(facts: Facts, value: never): boolean;
  told(value: never): string;
}

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
  notProfileId: {
    keeps: ({ password, ids }) => !ids.some((id) => holds(password, id)),
    told: () => "must not contain the id of the user or of the account; leave it out",
  },
  notNameParts: {
    keeps: ({ password, names }) =>
      !names
        .flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
        .some((part) => Array.from(part).length >= partMinCharacters && holds(password, part)),
    told: () => "must not contain a part of the user's name; leave it out",
  },
  notDictionary: {
    keeps: ({ password }) => !wordsSeenIn(password).some((word) => dictionaryWords.has(word)),
    told: () => "must not be a word with some characters around it; take several words or none",
  },
  notCommon: {
    keeps: ({ password }) => !wordsSeenIn(password).some((word) => commonPasswords.has(word)),
    told: () => "must not be one of the most used passwords; choose one that nobody would guess",
  },
  notHistory: {
    keeps: ({ usedBefore }, kept: number) => usedBefore === null || usedBefore > kept,
    told: (kept: number) => `must not be one of the last ${kept} passwords of the account; choose a new one`,
  },
  notOldPasswordSimilar: {
    keeps: ({ password, oldPassword }, least: number) =>
      oldPassword === null || editDistance([...oldPassword.toLowerCase()], [...password.toLowerCase()]) >= least,
    told: (least: number) => `must differ from the old password in at least ${least} characters; change more of it`,
  },
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

/** The rules of a policy that a password breaks, in the order of the rules; `disabled` ones are never broken. */
export function brokenRules(rules: PolicyRules, candidate: PasswordCandidate): readonly BrokenRule[] {
  const facts: Facts = { ...candidate, characters: Array.from(candidate.password) };
  return Object.entries<RuleCheck>(checks).flatMap(([name, check]): BrokenRule[] => {
    const rule = ruleOf(rules, name as RuleName);
    if (rule.mode === RuleMode.Disabled || check.keeps(facts, rule.value as never)) return [];
    return [
      {
        rule: `${passwordRules[name as RuleName].group}.${name}`,
        mode: rule.mode,
        message: messageOf(name, rule, check),
      },
    ];
  });
}

function messageOf(name: string, { value, message }: PasswordRule, { told }: RuleCheck): string {
  return `${name}${value === null ? "" : ` ${value}`}: ${message ?? `The password ${told(value as never)}.`}`;
}
