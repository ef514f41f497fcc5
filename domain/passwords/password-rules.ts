import { passwordHistoryMax, passwordLengthMax } from "../limits.ts";
import { patternFault } from "./password-pattern.ts";

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

type Row = readonly [value: RuleValue, mode: RuleMode, initial: PasswordRule["value"], description: string];

function ofGroup<N extends string>(group: RuleGroup, rows: Readonly<Record<N, Row>>) {
  const definitions = Object.entries<Row>(rows).map(([name, [value, mode, initial, description]]) => {
    return [name, { group, value, initial: { mode, value: initial, message: null }, description }] as const;
  });
  return Object.fromEntries(definitions) as Readonly<Record<N, RuleDefinition>>;
}

const number = (min: number, max: number): RuleValue => ({ type: "number", min, max });
const counted = number(0, passwordLengthMax);
const atLeastOne = number(1, passwordLengthMax);
const none: RuleValue = { type: "none" };
const characters: RuleValue = { type: "characters" };
const { Required, Disabled } = RuleMode;

/** The rules of password policies by their names. */
export const passwordRules = {
  ...ofGroup("length", {
    minLength: [atLeastOne, Required, 8, "The fewest characters of a password."],
    maxLength: [atLeastOne, Required, passwordLengthMax, "The most characters of a password."],
  }),
  ...ofGroup("character", {
    minUpper: [counted, Required, 1, "The fewest capital letters."],
    minLower: [counted, Required, 1, "The fewest small letters."],
    minDigits: [counted, Required, 1, "The fewest digits."],
    minSpecial: [counted, Disabled, 0, "The fewest characters that are neither letters nor digits."],
    maxRepeat: [atLeastOne, Disabled, 3, "The most equal characters beside each other."],
    maxSequence: [atLeastOne, Disabled, 3, "The most letters or digits that follow each other, such as abcd or 4321."],
    beginsWithLetter: [none, Disabled, null, "It must begin with a letter."],
    allowedChars: [characters, Disabled, null, "The characters of which it must consist."],
    forbiddenChars: [characters, Disabled, null, "The characters that it must not have."],
  }),
  ...ofGroup("dictionary", {
    notProfileId: [none, Required, null, "It must not contain the id of the user or of the account."],
    notNameParts: [none, Required, null, "It must not contain a part of the user's name."],
    notDictionary: [none, Disabled, null, "It must not be a word with some characters around it."],
    notCommon: [none, Required, null, "It must not be one of the most used passwords."],
  }),
  ...ofGroup("history", {
    notHistory: [
      number(1, passwordHistoryMax),
      Required,
      10,
      "How many of the last passwords of the account, or of the user, it must not be.",
    ],
    notOldPasswordSimilar: [
      atLeastOne,
      Disabled,
      3,
      "In how many characters at least it must differ from the old one.",
    ],
  }),
  ...ofGroup("custom", {
    regex: [{ type: "regex" }, Disabled, null, "The regular expression that it must fit."],
    plugin: [{ type: "name" }, Disabled, null, "The plug-in that judges it; the service asks none yet."],
  }),
};

/** The name of a rule. */
export type RuleName = keyof typeof passwordRules;

/** The names of all rules, in their order. */
export const ruleNames = Object.keys(passwordRules) as readonly RuleName[];

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

/** A rule of a policy; one that an older version has stored lacks the rules that are newer. */
export function ruleOf(rules: PolicyRules, name: RuleName): PasswordRule {
  const { group, initial } = passwordRules[name];
  return rules[group][name] ?? initial;
}

/** The definitions of one group by the names of the rules. */
export function rulesOf(group: RuleGroup): Readonly<Record<string, RuleDefinition>> {
  return Object.fromEntries(Object.entries<RuleDefinition>(passwordRules).filter(([, row]) => row.group === group));
}

/** The rules of a new policy. */
export function initialRules(): PolicyRules {
  return policyWith((name) => passwordRules[name].initial);
}

/** The rules with changes put in: what is not given stays. */
export function changedRules(rules: PolicyRules, changes: RuleChanges): PolicyRules {
  return policyWith((name) => {
    const before = ruleOf(rules, name);
    const change = changes[passwordRules[name].group]?.[name] ?? {};
    return { ...before, ...Object.fromEntries(Object.entries(change).filter(([, part]) => part !== undefined)) };
  });
}

function policyWith(make: (name: RuleName) => PasswordRule): PolicyRules {
  const rules = (group: RuleGroup) => ruleNames.filter((name) => passwordRules[name].group === group);
  const made = (group: RuleGroup) => Object.fromEntries(rules(group).map((name) => [name, make(name)]));
  return Object.fromEntries(ruleGroups.map((group) => [group, made(group)])) as PolicyRules;
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
  const fault = type === "regex" ? patternFault(value) : undefined;
  return fault === undefined ? undefined : `must be a regular expression that is quick to judge: it ${fault}`;
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
