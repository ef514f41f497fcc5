import type {
  CharacterRules,
  CustomRules,
  DictionaryRules,
  HistoryRules,
  LengthRules,
  NumberPasswordRule,
  PasswordPolicy,
  TextPasswordRule,
} from "../../api/model.ts";

type RuleName = keyof (LengthRules & CharacterRules & DictionaryRules & HistoryRules & CustomRules);

/** A rule for passwords. */
export interface ShownRule extends Pick<NumberPasswordRule, "mode" | "message"> {
  readonly name: RuleName;
  /** Name of the rule as errors of the API contain it: `group.rule`. */
  readonly target: string;
  readonly value: string | number | null;
}

/** Returns the active rules of a policy, required ones first. */
export function rulesOf({ length, character, dictionary, history, custom }: PasswordPolicy): readonly ShownRule[] {
  const shown = Object.entries({ length, character, dictionary, history, custom }).flatMap(([group, rules]) =>
    Object.entries(rules).map(([name, rule]: [string, NumberPasswordRule | TextPasswordRule]): ShownRule => {
      const { mode, message, value } = rule;
      return { name: name as RuleName, target: `${group}.${name}`, mode, message, value };
    }),
  );
  return [...shown.filter(({ mode }) => mode === "required"), ...shown.filter(({ mode }) => mode === "warning")];
}
