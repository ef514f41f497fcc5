import { passwordHistoryMax, passwordLengthMax } from "../limits.ts";
import { PatternError } from "./password-pattern-syntax.ts";
import { compilePattern } from "./password-pattern.ts";

/** What a broken rule means: the password is refused, the user is warned, or nothing. */
export const RuleMode = { Required: "required", Warning: "warning", Disabled: "disabled" } as const;

/** What a broken rule means. */
export type RuleMode = (typeof RuleMode)[keyof typeof RuleMode];

/** One rule of a password policy. */
export interface PasswordRule {
  readonly mode: RuleMode;
  /** What the rule compares with; null where its name says it all, or nothing is set yet. */
  readonly value: number | string | null;
  /** What the user is told; null = the service's own words. */
  readonly message: string | null;
}

/** The rules of one group by their names. */
export type NamedRules = Readonly<Record<string, PasswordRule>>;

/** The groups of rules, in the order in which they are shown. */
export const ruleGroups = ["length", "character", "dictionary", "history", "custom"] as const;

/** The name of a group of rules. */
export type RuleGroup = (typeof ruleGroups)[number];

/** What a rule compares with: a whole number in bounds, a text, or nothing. */
export type RuleValue =
  | { readonly type: "number"; readonly min: number; readonly max: number }
  | { readonly type: "characters" | "regex" | "name" }
  | { readonly type: "none" };

/** A rule as data. */
export interface RuleDefinition {
  readonly group: RuleGroup;
  readonly value: RuleValue;
  /** The rule in a new policy. */
  readonly initial: PasswordRule;
  /** What it compares, in a sentence. */
  readonly description: string;
}

function define(
  group: RuleGroup,
  value: RuleValue,
  [mode, initial]: readonly [RuleMode, PasswordRule["value"]],
  description: string,
): RuleDefinition {
  return { group, value, initial: { mode, value: initial, message: null }, description };
}

const number = (min: number, max: number): RuleValue => ({ type: "number", min, max });
const none: RuleValue = { type: "none" };
const { Required, Disabled } = RuleMode;

/** The rules of password policies by their names. */
export const passwordRules = {
  minLength: define("length", number(1, passwordLengthMax), [Required, 8], "The fewest characters of a password."),
  maxLength: define(
    "length",
    number(1, passwordLengthMax),
    [Required, passwordLengthMax],
    "The most characters of a password.",
  ),
  minUpper: define("character", number(0, passwordLengthMax), [Required, 1], "The fewest capital letters."),
  minLower: define("character", number(0, passwordLengthMax), [Required, 1], "The fewest small letters."),
  minDigits: define("character", number(0, passwordLengthMax), [Required, 1], "The fewest digits."),
  minSpecial: define(
    "character",
    number(0, passwordLengthMax),
    [Disabled, 0],
    "The fewest characters that are neither letters nor digits.",
  ),
  maxRepeat: define(
    "character",
    number(1, passwordLengthMax),
    [Disabled, 3],
    "The most equal characters beside each other.",
  ),
  maxSequence: define(
    "character",
    number(1, passwordLengthMax),
    [Disabled, 3],
    "The most letters or digits that follow each other, such as abcd or 4321.",
  ),
  beginsWithLetter: define("character", none, [Disabled, null], "It must begin with a letter."),
  allowedChars: define(
    "character",
    { type: "characters" },
    [Disabled, null],
    "The characters of which it must consist.",
  ),
  forbiddenChars: define(
    "character",
    { type: "characters" },
    [Disabled, null],
    "The characters that it must not have.",
  ),
  notProfileId: define(
    "dictionary",
    none,
    [Required, null],
    "It must not contain the id of the user or of the account.",
  ),
  notNameParts: define("dictionary", none, [Required, null], "It must not contain a part of the user's name."),
  notDictionary: define("dictionary", none, [Disabled, null], "It must not be a word with some characters around it."),
  notCommon: define("dictionary", none, [Required, null], "It must not be one of the most used passwords."),
  notHistory: define(
    "history",
    number(1, passwordHistoryMax),
    [Required, 10],
    "How many of the last passwords of the account it must not be.",
  ),
  notOldPasswordSimilar: define(
    "history",
    number(1, passwordLengthMax),
    [Disabled, 3],
    "In how many characters at least it must differ from the old one.",
  ),
  regex: define("custom", { type: "regex" }, [Disabled, null], "The regular expression that it must fit."),
  plugin: define(
    "custom",
    { type: "name" },
    [Disabled, null],
    "The plug-in that judges it; the service asks none yet.",
  ),
} as const satisfies Readonly<Record<string, RuleDefinition>>;

/** All rules of a policy, by group and name. */
export type PolicyRules = Readonly<Record<RuleGroup, Readonly<Record<string, PasswordRule>>>>;

/** A rule of which some parts are given. */
export type RuleChange = { readonly [P in keyof PasswordRule]?: PasswordRule[P] | undefined };

/** The rules to change, by group and name. */
export type RuleChanges = {
  readonly [G in RuleGroup]?: Readonly<Record<string, RuleChange | undefined>> | undefined;
};

/** A broken bound of a policy: which rule, and what is wrong with it. */
export interface RuleFault {
  /** `group.rule`. */
  readonly target: string;
  readonly message: string;
}

/** The definitions of one group by the names of the rules. */
export function rulesOf(group: RuleGroup): Readonly<Record<string, RuleDefinition>> {
  return Object.fromEntries(Object.entries<RuleDefinition>(passwordRules).filter(([, row]) => row.group === group));
}

/** The rules of a new policy. */
export function initialRules(): PolicyRules {
  const initial = (group: RuleGroup) =>
    Object.entries(rulesOf(group)).map(([name, row]) => [name, row.initial] as const);
  return Object.fromEntries(ruleGroups.map((group) => [group, Object.fromEntries(initial(group))])) as PolicyRules;
}

/** The rules with changes put in: what is not given stays. */
export function changedRules(rules: PolicyRules, changes: RuleChanges): PolicyRules {
  const changed = (group: RuleGroup) =>
    Object.entries(rulesOf(group)).map(([name, { initial }]): [string, PasswordRule] => {
      const { mode, value, message } = rules[group][name] ?? initial;
      const change = changes[group]?.[name] ?? {};
      return [
        name,
        {
          mode: change.mode ?? mode,
          value: change.value === undefined ? value : change.value,
          message: change.message === undefined ? message : change.message,
        },
      ];
    });
  return Object.fromEntries(ruleGroups.map((group) => [group, Object.fromEntries(changed(group))])) as PolicyRules;
}

/** What is wrong with the rules of a policy taken together; empty when they can be fulfilled. */
export function ruleFaults(rules: PolicyRules): readonly RuleFault[] {
  const faults: RuleFault[] = [];
  for (const [name, { group, value }] of Object.entries<RuleDefinition>(passwordRules)) {
    const { mode, value: given } = rules[group][name] as PasswordRule;
    const message = valueFault(value, given, mode);
    if (message !== undefined) faults.push({ target: `${group}.${name}`, message });
  }
  return faults.length > 0 ? faults : lengthFaults(rules);
}

function valueFault(rule: RuleValue, value: PasswordRule["value"], mode: RuleMode): string | undefined {
  if (rule.type === "name" && mode !== Disabled)
    return "must be 'disabled': the service asks no plug-in about passwords yet";
  if (rule.type === "none") return value === null ? undefined : "takes no value; leave it out or send null";
  if (value === null) return mode === Disabled ? undefined : "needs a value unless its mode is 'disabled'";
  return rule.type === "number" ? numberFault(rule, value) : textFault(rule.type, value);
}

function numberFault({ min, max }: { min: number; max: number }, value: string | number): string | undefined {
  const fits = typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
  return fits ? undefined : `must be a whole number between ${min} and ${max}`;
}

function textFault(type: "characters" | "regex" | "name", value: string | number): string | undefined {
  if (typeof value !== "string" || value === "") return "must be a text of at least one character";
  return type === "regex" ? patternFault(value) : undefined;
}

function patternFault(text: string): string | undefined {
  try {
    compilePattern(text);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError)
      return `must be a regular expression that is quick to judge: it ${error.message}`;
    throw error;
  }
}

// A policy that no password can fulfil would lock everybody out at the next change.
function lengthFaults({ length, character }: PolicyRules): readonly RuleFault[] {
  const active = (rule: PasswordRule | undefined, otherwise: number) =>
    rule !== undefined && rule.mode === Required ? Number(rule.value) : otherwise;
  const longest = active(length["maxLength"], passwordLengthMax);
  const shortest = active(length["minLength"], 1);
  if (shortest > longest) return [{ target: "length.minLength", message: `must not exceed maxLength (${longest})` }];
  const sorts = ["minUpper", "minLower", "minDigits", "minSpecial"] as const;
  const asked = sorts.reduce((sum, name) => sum + active(character[name], 0), 0);
  if (asked <= longest) return [];
  const message = `minUpper, minLower, minDigits and minSpecial ask for ${asked} characters, maxLength allows ${longest}`;
  return [{ target: "length.maxLength", message }];
}
