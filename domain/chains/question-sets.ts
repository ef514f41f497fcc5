/** Sets of questions that the service keeps itself: those that users have written, and those that the installation offers. */
const ownQuestionSets = ["user", "predefined"] as const;

/** Returns the sets that a step names, in its order, each once. */
export function questionSetsOf(named: string): readonly string[] {
  const names = named.split(",").map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== "");
}

/** Returns true if a set belongs to a plug-in. */
export function isExternalSet(set: string): boolean {
  return !(ownQuestionSets as readonly string[]).includes(set);
}
