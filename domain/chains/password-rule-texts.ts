import type { RuleName } from "../passwords/password-rules.ts";
import type { Texts } from "./asked-fields.ts";

/** Rules of password policies, and of target groups, that people read before they choose a password. */
export type ToldRuleName = RuleName | "uniquePasswords";

const valueMark = "{value}";

const ruleTexts: Readonly<Record<ToldRuleName, Texts>> = {
  minLength: { en: "At least {value} characters", de: "Mindestens {value} Zeichen" },
  maxLength: { en: "At most {value} characters", de: "Höchstens {value} Zeichen" },
  minUpper: { en: "Capital letters: at least {value}", de: "Großbuchstaben: mindestens {value}" },
  minLower: { en: "Small letters: at least {value}", de: "Kleinbuchstaben: mindestens {value}" },
  minDigits: { en: "Digits: at least {value}", de: "Ziffern: mindestens {value}" },
  minSpecial: {
    en: "Characters that are neither letters nor digits: at least {value}",
    de: "Zeichen, die weder Buchstaben noch Ziffern sind: mindestens {value}",
  },
  maxRepeat: {
    en: "Equal characters beside each other: at most {value}",
    de: "Gleiche Zeichen nebeneinander: höchstens {value}",
  },
  maxSequence: {
    en: "Letters or digits that follow each other, such as abcd: at most {value}",
    de: "Aufeinanderfolgende Buchstaben oder Ziffern wie abcd: höchstens {value}",
  },
  beginsWithLetter: { en: "It begins with a letter", de: "Es beginnt mit einem Buchstaben" },
  allowedChars: { en: "Only these characters: {value}", de: "Nur diese Zeichen: {value}" },
  forbiddenChars: { en: "None of these characters: {value}", de: "Keines dieser Zeichen: {value}" },
  notProfileId: {
    en: "Not the name of the user or of the account",
    de: "Nicht der Name des Benutzers oder des Kontos",
  },
  notNameParts: { en: "No part of your name", de: "Kein Teil Ihres Namens" },
  notDictionary: { en: "Not a word with some characters around it", de: "Kein Wort mit ein paar Zeichen darum herum" },
  notCommon: { en: "Not one of the most used passwords", de: "Keines der meistbenutzten Kennwörter" },
  notOwnWords: {
    en: "None of these words, in whatever spelling: {value}",
    de: "Keines dieser Wörter, wie auch immer geschrieben: {value}",
  },
  notBreached: { en: "Not known from a data breach", de: "Nicht aus einem Datenleck bekannt" },
  notHistory: {
    en: "None of the last {value} passwords of the account",
    de: "Keines der letzten {value} Kennwörter des Kontos",
  },
  notOldPasswordSimilar: {
    en: "It differs from the old one in at least {value} characters",
    de: "Es unterscheidet sich vom alten in mindestens {value} Zeichen",
  },
  regex: { en: "It fits the pattern {value}", de: "Es passt zum Muster {value}" },
  plugin: { en: "A plug-in judges it: {value}", de: "Ein Plug-in beurteilt es: {value}" },
  uniquePasswords: {
    en: "Different from the passwords of the person's other accounts",
    de: "Verschieden von den Kennwörtern der anderen Konten der Person",
  },
};

/** Heading of a list of rules. */
export const passwordRulesTitle: Texts = {
  en: "The password must keep these rules",
  de: "Diese Regeln muss das Kennwort einhalten",
};

/** Remark on a rule that refuses nothing. */
export const recommendedRule: Texts = { en: "(recommended)", de: "(empfohlen)" };

/** Returns the text of a rule with its value. */
export function passwordRuleText(name: ToldRuleName, value: string | null): Texts {
  const { en, de } = ruleTexts[name];
  // By a function, because signs such as `$&` in a value would be replaced otherwise.
  const filled = (text: string) => text.replace(valueMark, () => value ?? "");
  return { en: filled(en), de: filled(de) };
}
