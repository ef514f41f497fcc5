/** A target system of the sample organisation. */
export interface SampleTarget {
  readonly id: string;
  readonly description: string;
  /** Name of its file in the folder of the sample. */
  readonly file: string;
}

/** The target systems of the sample organisation, in the order in which people get accounts there. */
export const sampleTargets: readonly SampleTarget[] = [
  { id: "DIRECTORY", description: "Directory of the sample organisation", file: "directory.db" },
  { id: "TIMESHEETS", description: "Time sheets of the sample organisation", file: "timesheets.db" },
];

/** Attributes of accounts that people of the sample may request. */
export const sampleAttributeNames = ["displayName", "givenName", "sn", "mail", "department", "title"] as const;

/** The user class whose members authorize in the second phase. */
export const securityOfficersClass = "SECURITY_OFFICERS";

/** The user class whose members borrow the password of the sample's managed account. */
export const passwordBorrowersClass = "PASSWORD_BORROWERS";

/** Account without owner whose password is checked out: its target system, name, and managed system policy. */
export const lentAccount = {
  targetSystemId: "TIMESHEETS",
  name: "backup",
  policyId: "SAMPLE_PASSWORDS",
  description: "Privileged passwords of the sample organisation",
} as const;
