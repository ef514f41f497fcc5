import { passwordRules, type PolicyRules, RuleMode, ruleNames, ruleOf } from "#domain/passwords/password-rules.ts";
import { strictest } from "#domain/passwords/strictest.ts";

/** One rule for a new password. */
export interface ToldRule {
  /** Name as errors have it: `group.rule`, or `uniquePasswords`. */
  readonly rule: string;
  readonly mode: RuleMode;
  readonly value: string | null;
  /** Words of the policy; null if it has none of its own. */
  readonly message: string | null;
}

/** Rule of target groups whose accounts need a password of their own. */
export const toldUniqueRule: ToldRule = {
  rule: "uniquePasswords",
  mode: RuleMode.Required,
  value: null,
  message: null,
};

/** Returns the rules of several policies as one list with the strictest of each, required ones first. */
export function toldRules(policies: readonly PolicyRules[]): readonly ToldRule[] {
  const together = strictest(policies);
  const told = [together, ...(together.further ?? [])].flatMap((rules) =>
    ruleNames.map((name): ToldRule => {
      const { mode, value, message } = ruleOf(rules, name);
      return { rule: `${passwordRules[name].group}.${name}`, mode, value: value === null ? null : `${value}`, message };
    }),
  );
  const ofMode = (wanted: RuleMode) => told.filter(({ mode }) => mode === wanted);
  return [...ofMode(RuleMode.Required), ...ofMode(RuleMode.Warning)];
}
