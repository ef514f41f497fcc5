const userInRule = /\buser\('([^']*)'\)/g;

/** Returns the text of a rule of a phase in which each person has another name: files have IDs, and the API has keys. */
export async function replacedUsers(rule: string, replace: (name: string) => Promise<string>): Promise<string> {
  const replaced = await Promise.all(usersInRule(rule).map(replace));
  let at = 0;
  return rule.replaceAll(userInRule, () => `user('${replaced[at++]}')`);
}

/** Returns the people that the text of a rule names. */
export function usersInRule(rule: string): readonly string[] {
  return [...rule.matchAll(userInRule)].map(([, name = ""]) => name);
}
