/** Names of the kinds of subjects: what phases of approvers decide about. */
export const subjectKindNames = ["request"] as const;

/** Name of a kind of subjects. */
export type SubjectKindName = (typeof subjectKindNames)[number];

/** Returns true if a name is that of a kind of subjects. */
export function isSubjectKind(name: string): name is SubjectKindName {
  return subjectKindNames.some((one) => one === name);
}
