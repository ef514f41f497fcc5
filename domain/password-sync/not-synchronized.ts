/** Reasons why an account does not get the password that its owner has set on another one. */
export const notSynchronizedReasons = [
  "ruleLength",
  "ruleCharacters",
  "ruleWords",
  "ruleHistory",
  "ruleUnique",
  "ruleCustom",
  "resetsBlocked",
  "tooOften",
  "targetRefused",
] as const;

/** Reason why an account does not get the password that its owner has set on another one. */
export type NotSynchronized = (typeof notSynchronizedReasons)[number];

const reasonOfGroup: Readonly<Record<string, NotSynchronized>> = {
  length: "ruleLength",
  character: "ruleCharacters",
  dictionary: "ruleWords",
  history: "ruleHistory",
  uniquePasswords: "ruleUnique",
};

/** Returns the reason for a broken rule, whose name is `group.rule`. */
export function reasonOfRule(rule: string): NotSynchronized {
  return reasonOfGroup[rule.split(".", 1)[0] ?? ""] ?? "ruleCustom";
}
