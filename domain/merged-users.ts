/** Column that names a user, and goes to the other one when two users are merged. */
export interface MovedColumn {
  readonly table: string;
  readonly column: string;
  /** Columns by which the other user may have the same already: the row is removed, and the other user gets one unless there is one. */
  readonly same?: readonly string[];
  /** Column that is true in rows that the service itself makes, by the facts of each user; they stay. */
  readonly unless?: string;
}

/** Columns that go to the other user when two users are merged: what a user has, and what a user answers for. */
export const movedColumns = [
  { table: "accounts", column: "userKey" },
  { table: "grants", column: "userKey" },
  { table: "accessExceptions", column: "userKey" },
  { table: "userClassMembers", column: "userKey", same: ["userClassId"], unless: "byCondition" },
  { table: "roleMembers", column: "userKey", same: ["roleKey"] },
  { table: "roleAssignments", column: "userKey", same: ["roleKey", "because"] },
  { table: "roleOwners", column: "userKey", same: ["roleKey"] },
  { table: "groupOwners", column: "userKey", same: ["groupKey"] },
  { table: "authorizationPhaseAuthorizers", column: "userKey" },
  { table: "implementers", column: "userKey" },
  { table: "users", column: "managerKey" },
  { table: "users", column: "sponsorKey" },
  { table: "userPlaces", column: "managerKey" },
] as const satisfies readonly MovedColumn[];

/** Tables whose rows go on naming the user who was merged, by the reason. */
export const unmovedTables = {
  "what the user has done, and what was done about the user": [
    "analyses",
    "analysisRows",
    "decisions",
    "delegations",
    "enforcementItems",
    "massResetAccounts",
    "massResetSteps",
    "massResets",
    "moveReviews",
    "noticeMails",
    "notices",
    "passwordBlocks",
    "passwordDeliveries",
    "passwordQueue",
    "requestAuthorizers",
    "requestBatchMembers",
    "requestBatches",
    "requestComments",
  ],
  "open ones are refused before": ["checkouts", "reqbatch"],
  "proof that it is this user": ["clients", "consents", "disclosures", "persistedGrants", "userCredentials"],
  "what the other user has or gets by rules": ["leavingSteps", "userAttributes", "violations"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
