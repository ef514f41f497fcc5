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

/** A rule that a password is to keep. */
export interface ShownRule extends Pick<NumberPasswordRule, "mode" | "message"> {
  readonly name: RuleName;
  /** Its name as the API has it where a password breaks it: `group.rule`. */
  readonly target: string;
  readonly value: string | number | null;
}

/** The rules of a policy that hold, those that must be kept first. */
export function rulesOf({ length, character, dictionary, history, custom }: PasswordPolicy): readonly ShownRule[] {
  const shown = Object.entries({ length, character, dictionary, history, custom }).flatMap(([group, rules]) =>
    Object.entries(rules).map(([name, rule]: [string, NumberPasswordRule | TextPasswordRule]): ShownRule => {
      const { mode, message, value } = rule;
      return { name: name as RuleName, target: `${group}.${name}`, mode, message, value };
    }),
  );
  return [...shown.filter(({ mode }) => mode === "required"), ...shown.filter(({ mode }) => mode === "warning")];
}
