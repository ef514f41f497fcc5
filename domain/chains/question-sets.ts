/** The sets of questions that the service keeps itself: those that people have made up, and those that the installation offers. */
const ownQuestionSets = ["user", "predefined"] as const;

/** The sets that a step names, in its order, each once. */
export function questionSetsOf(named: string): readonly string[] {
  const names = named.split(",").map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== "");
}

/** Whether a set is one of a plug-in. */
export function isExternalSet(set: string): boolean {
  return !(ownQuestionSets as readonly string[]).includes(set);
}
