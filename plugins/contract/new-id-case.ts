/** A new account or group that is about to be asked for. */
export interface NewIdCaseRequest {
  /** As the caller has written it, or the id of the recipient where nobody has. */
  readonly id: string;
  readonly type: "account" | "group";
  readonly targetSystemKey: string;
}

/** The id as it shall be. */
export interface NewIdCasePatch {
  /** The id of the request, in another case at most. */
  readonly id: string;
}
