/** A new account or group that is about to be requested. */
export interface NewIdCaseRequest {
  /** ID that the requester gave; the recipient's ID if none was given. */
  readonly id: string;
  readonly type: "account" | "group";
  readonly targetSystemKey: string;
}

/** The ID in its final case. */
export interface NewIdCasePatch {
  /** The ID of the request; only the case of its letters may differ. */
  readonly id: string;
}
