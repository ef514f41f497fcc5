import { passwordHistoryMax, passwordLengthMax } from "../limits.ts";
import { ownWordsFault } from "./own-words.ts";
import { patternFault } from "./password-pattern.ts";

/** Effects of a broken rule: the password is refused, the user is warned, or nothing. */
export const RuleMode = { Required: "required", Warning: "warning", Disabled: "disabled" } as const;

/** Effect of a broken rule. */
export type RuleMode = (typeof RuleMode)[keyof typeof RuleMode];

/** One rule of a password policy. */
export interface PasswordRule {
  readonly mode: RuleMode;
  /** Value that the rule compares with; null if the rule needs none, or none is set yet. */
  readonly value: number | string | null;
  /** Message for the user; null for the service's own words. */
  readonly message: string | null;
}

/** Rules of one group by name. */
export type NamedRules = Readonly<Record<string, PasswordRule>>;

/** Groups of rules in display order. */
export const ruleGroups = ["length", "character", "dictionary", "history", "custom"] as const;

/** Name of a group of rules. */
export type RuleGroup = (typeof ruleGroups)[number];

/** Type of the value of a rule: a whole number in bounds, a text, or none. */
export type RuleValue =
  | { readonly type: "number"; readonly min: number; readonly max: number }
  | { readonly type: "characters" | "words" | "regex" | "name" }
  | { readonly type: "none" };

/** Definition of a rule. */
export interface RuleDefinition {
  readonly group: RuleGroup;
  readonly value: RuleValue;
  /** Rule in a new policy. */
  readonly initial: PasswordRule;
  /** Sentence that describes the comparison. */
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
const words: RuleValue = { type: "words" };
const { Required, Disabled } = RuleMode;

/** Rules of password policies by name. */
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
    notOwnWords: [words, Disabled, null, "Words of your own that it must not contain, in whatever spelling."],
    notBreached: [none, Disabled, null, "It must not be in the list of breached passwords."],
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
    plugin: [{ type: "name" }, Disabled, null, "The plug-in of the kind `passwordRule` that judges it."],
  }),
};

/** Name of a rule. */
export type RuleName = keyof typeof passwordRules;

/** Names of all rules in their order. */
export const ruleNames = Object.keys(passwordRules) as readonly RuleName[];

type GroupedRules = Readonly<Record<RuleGroup, NamedRules>>;

/** All rules of a policy, by group and name. */
export interface PolicyRules extends GroupedRules {
  /** Rules that hold as well, if several policies are combined and one set of rules cannot hold them all; a policy by itself has none. */
  readonly further?: readonly PolicyRules[];
}

/** A rule of which some parts are given. */
export type RuleChange = { readonly [P in keyof PasswordRule]?: PasswordRule[P] | undefined };

/** The rules to change, by group and name. */
export type RuleChanges = {
  readonly [G in RuleGroup]?: Readonly<Record<string, RuleChange | undefined>> | undefined;
};

/** Fault of a rule in a policy: its name and the reason. */
export interface RuleFault {
  /** Name as `group.rule`. */
  readonly target: string;
  readonly message: string;
}

/** Returns a rule of a policy. A policy stored by an older version lacks newer rules; they have their initial values. */
export function ruleOf(rules: PolicyRules, name: RuleName): PasswordRule {
  const { group, initial } = passwordRules[name];
  return rules[group][name] ?? initial;
}

/** Returns the definitions of one group by the names of the rules. */
export function rulesOf(group: RuleGroup): Readonly<Record<string, RuleDefinition>> {
  return Object.fromEntries(Object.entries<RuleDefinition>(passwordRules).filter(([, row]) => row.group === group));
}

/** Returns the rules of a new policy. */
export function initialRules(): PolicyRules {
  return policyWith((name) => passwordRules[name].initial);
}

/** Returns the rules with changes applied; parts that are not given stay. */
export function changedRules(rules: PolicyRules, changes: RuleChanges): PolicyRules {
  const changed = policyWith((name) => {
    const before = ruleOf(rules, name);
    const change = changes[passwordRules[name].group]?.[name] ?? {};
    return { ...before, ...Object.fromEntries(Object.entries(change).filter(([, part]) => part !== undefined)) };
  });
  return rules.further === undefined ? changed : { ...changed, further: rules.further };
}

/** Returns a policy of the rules that a function gives by name. */
export function policyWith(make: (name: RuleName) => PasswordRule): PolicyRules {
  const rules = (group: RuleGroup) => ruleNames.filter((name) => passwordRules[name].group === group);
  const made = (group: RuleGroup) => Object.fromEntries(rules(group).map((name) => [name, make(name)]));
  return Object.fromEntries(ruleGroups.map((group) => [group, made(group)])) as GroupedRules;
}

/** Returns the faults of single rules of a policy; `policyFaults` also finds rules that contradict each other. */
export function ruleFaults(rules: PolicyRules): readonly RuleFault[] {
  const faults: RuleFault[] = [];
  for (const [name, { group, value }] of Object.entries<RuleDefinition>(passwordRules)) {
    const { mode, value: given } = rules[group][name] as PasswordRule;
    const message = valueFault(value, given, mode);
    if (message !== undefined) faults.push({ target: `${group}.${name}`, message });
  }
  return faults;
}

function valueFault(rule: RuleValue, value: PasswordRule["value"], mode: RuleMode): string | undefined {
  if (rule.type === "none") return value === null ? undefined : "takes no value; leave it out or send null";
  if (value === null) return mode === Disabled ? undefined : "needs a value unless its mode is 'disabled'";
  return rule.type === "number" ? numberFault(rule, value) : textFault(rule.type, value);
}

function numberFault({ min, max }: { min: number; max: number }, value: string | number): string | undefined {
  const fits = typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
  return fits ? undefined : `must be a whole number between ${min} and ${max}`;
}

function textFault(type: Exclude<RuleValue["type"], "number" | "none">, value: string | number): string | undefined {
  if (typeof value !== "string" || value === "") return "must be a text of at least one character";
  if (type === "words") return ownWordsFault(value);
  const fault = type === "regex" ? patternFault(value) : undefined;
  return fault === undefined ? undefined : `must be a regular expression that is quick to judge: it ${fault}`;
}
