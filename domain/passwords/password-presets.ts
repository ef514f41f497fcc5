import { passwordLengthMax } from "../limits.ts";
import {
  initialRules,
  type PasswordRule,
  passwordRules,
  type PolicyRules,
  policyWith,
  RuleMode,
} from "./password-rules.ts";

/** Names of the sets of rules with which a policy can begin. */
export const presetNames = ["initial", "nist"] as const;

/** Name of a set of rules with which a policy can begin. */
export type PresetName = (typeof presetNames)[number];

/** Least length of a password that is the only proof of identity (NIST SP 800-63B-4, 3.1.1.2). */
const nistMinCharacters = 15;

/**
 * Required rules after NIST SP 800-63B-4: a long password of any characters, none that attackers try first and none with the own id; no rules
 * about sorts of characters. A password that must be replaced is not chosen again.
 */
const nistRules: Readonly<Partial<Record<keyof typeof passwordRules, PasswordRule["value"]>>> = {
  minLength: nistMinCharacters,
  maxLength: passwordLengthMax,
  notProfileId: null,
  notCommon: null,
  notHistory: 1,
};

/** Facts about the installation that decide about rules of a preset. */
interface PresetFacts {
  /** True if a list of breached passwords can be asked; a rule that requires it refuses every password otherwise. */
  readonly hasBreachedList: boolean;
}

const presets: Readonly<Record<PresetName, (facts: PresetFacts) => PolicyRules>> = {
  initial: initialRules,
  nist: ({ hasBreachedList }) =>
    policyWith((name) => {
      const value = name === "notBreached" && hasBreachedList ? null : nistRules[name];
      if (value === undefined) return { ...passwordRules[name].initial, mode: RuleMode.Disabled };
      return { mode: RuleMode.Required, value, message: null };
    }),
};

/** Returns the rules of a preset. That after NIST asks for the list of breached passwords where there is one. */
export function presetRules(name: PresetName, facts: PresetFacts = { hasBreachedList: false }): PolicyRules {
  return presets[name](facts);
}
