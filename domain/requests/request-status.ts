/** The status of a request, by name; the value is the letter that rows carry. */
export const RequestStatus = {
  Processing: "P",
  CalculatingAuthorizers: "A",
  WaitingForAuthorization: "W",
  OnHold: "H",
  Scheduled: "S",
  Performing: "X",
  WaitingForImplementer: "I",
  Completed: "C",
  Denied: "D",
  Cancelled: "K",
  Expired: "E",
} as const;

/** The letter of a request's status. */
export type RequestStatus = (typeof RequestStatus)[keyof typeof RequestStatus];

/** Definition of a status. */
export interface RequestStatusDefinition {
  /** Title for people. */
  readonly title: string;
  /** True if the filter Active shows the request. */
  readonly active: boolean;
  /** Statuses that may follow; empty if this one is final. */
  readonly goesTo: readonly RequestStatus[];
}

/** Every status with its transitions. */
export const requestStatuses: Readonly<Record<RequestStatus, RequestStatusDefinition>> = {
  P: { title: "Processing", active: true, goesTo: ["A", "D", "H"] },
  // The specification's filter Active leaves this one out, though it is not final.
  A: { title: "Calculating authorizers", active: false, goesTo: ["W", "H", "X", "D"] },
  W: { title: "Waiting for authorization", active: true, goesTo: ["W", "A", "X", "S", "D", "K", "E"] },
  H: { title: "On hold", active: true, goesTo: ["A", "X", "K"] },
  S: { title: "Scheduled", active: true, goesTo: ["X", "K"] },
  X: { title: "Performing", active: true, goesTo: ["C", "I", "H"] },
  I: { title: "Waiting for an implementer", active: true, goesTo: ["X", "C", "H"] },
  C: { title: "Completed", active: false, goesTo: [] },
  D: { title: "Denied", active: false, goesTo: [] },
  K: { title: "Cancelled", active: false, goesTo: [] },
  E: { title: "Expired", active: false, goesTo: [] },
};

/** Tells whether a request may go from one status to another. */
export function canGo(from: RequestStatus, to: RequestStatus): boolean {
  return requestStatuses[from].goesTo.includes(to);
}

/** Returns true if a request in this status no longer changes. */
export function isFinal(status: RequestStatus): boolean {
  return requestStatuses[status].goesTo.length === 0;
}

/** Statuses in which a request may still change. */
export const openStatuses: readonly RequestStatus[] = Object.values(RequestStatus).filter((status) => !isFinal(status));

/** Tells whether the filter Active shows a request in this status. */
export function isActive(status: RequestStatus): boolean {
  return requestStatuses[status].active;
}

/** Tells whether the requester or the recipient may still cancel: before authorization ends, or while scheduled. */
export function isCancellable(status: RequestStatus): boolean {
  return canGo(status, RequestStatus.Cancelled);
}
