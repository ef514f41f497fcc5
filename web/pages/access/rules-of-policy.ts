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
  readonly value: string | number | null;
}

/** The rules of a policy that hold, those that must be kept first. */
export function rulesOf({ length, character, dictionary, history, custom }: PasswordPolicy): readonly ShownRule[] {
  const all = Object.entries({ ...length, ...character, ...dictionary, ...history, ...custom });
  const shown = all.map(([name, { mode, message, value }]: [string, NumberPasswordRule | TextPasswordRule]) => {
    return { name: name as RuleName, mode, message, value };
  });
  return [...shown.filter(({ mode }) => mode === "required"), ...shown.filter(({ mode }) => mode === "warning")];
}
