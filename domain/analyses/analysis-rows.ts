/** Reasons of the rows of analyses. */
export const rowReasons = [
  "conditionChooses",
  "conditionDropsOut",
  "phasesDiffer",
  "roleForPerson",
  "roleNotForPerson",
  "accountMandatory",
  "accessMissing",
  "accessBeyond",
  "violatesRule",
  "hasAll",
  "lacksSome",
] as const;

/** Reason of a row of an analysis. */
export type RowReason = (typeof rowReasons)[number];

/** Results of the authorization of a request. */
export const authorizationResults = ["approved", "denied", "waiting"] as const;

/** Codes of rows that no operation of requests has: the condition of a user class chooses members, or drops them. */
export const classCodes = { joins: "UCMA", leaves: "UCMR" } as const;
