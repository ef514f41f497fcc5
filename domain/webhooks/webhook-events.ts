/** A changed row: the columns of a new row, or the new columns of an old one. */
export interface ChangedRow {
  readonly table: string;
  readonly operation: "insert" | "update" | "remove";
  readonly data: Readonly<Record<string, unknown>>;
}

/** One type of event: the change of a row that it reports, and its data. */
export interface WebhookEvent {
  readonly description: string;
  readonly table: string;
  /** Operation of the change; `write` is an insert or an update. */
  readonly operation: ChangedRow["operation"] | "write";
  /** Values that the change must have given to these columns, as the change log stores them. */
  readonly when?: Readonly<Record<string, string | number>>;
  /** Columns of which the change must have set at least one. */
  readonly changed?: readonly string[];
  /** Fields of `data` with the columns that they come from: keys, IDs and codes only. The row's own key comes first. */
  readonly data: Readonly<Record<string, string>>;
}

/** Rows of a table with their data in events. */
type Subject = Pick<WebhookEvent, "table" | "data">;

const requests: Subject = {
  table: "reqbatch",
  data: { requestKey: "key", number: "number", requesterKey: "requesterKey", recipientKey: "recipientKey" },
};
const decisions: Subject = {
  table: "decisions",
  data: { decisionKey: "key", requestKey: "requestKey", userKey: "userKey", phase: "phase", decision: "decision" },
};
const comments: Subject = {
  table: "requestComments",
  data: { commentKey: "key", requestKey: "requestKey", userKey: "userKey", kind: "kind", answersKey: "answersKey" },
};
const authorizers: Subject = {
  table: "requestAuthorizers",
  data: { authorizerKey: "key", requestKey: "requestKey", userKey: "userKey" },
};
const delegations: Subject = {
  table: "delegations",
  data: {
    delegationKey: "key",
    delegatorKey: "delegatorKey",
    delegateKey: "delegateKey",
    requestKey: "requestKey",
    state: "state",
  },
};
const phases: Subject = {
  table: "requestPhases",
  data: { phaseKey: "key", requestKey: "requestKey", phase: "sequence" },
};
const operations: Subject = {
  table: "requestOperations",
  data: {
    operationKey: "key",
    requestKey: "requestKey",
    code: "code",
    targetSystemKey: "targetSystemKey",
    accountKey: "accountKey",
    groupKey: "groupKey",
    result: "result",
    errorCode: "errorCode",
  },
};
const accounts: Subject = {
  table: "accounts",
  data: { accountKey: "key", targetSystemKey: "targetSystemKey", userKey: "userKey" },
};
const groups: Subject = { table: "groups", data: { groupKey: "key", targetSystemKey: "targetSystemKey" } };
const memberships: Subject = {
  table: "groupMemberships",
  data: { membershipKey: "key", groupKey: "groupKey", accountKey: "accountKey" },
};
const users: Subject = { table: "users", data: { userKey: "key" } };
const leavings: Subject = { table: "leavingSteps", data: { leavingStepKey: "key", userKey: "userKey", step: "step" } };
const places: Subject = { table: "userPlaces", data: { userKey: "key" } };
const targets: Subject = { table: "targetSystems", data: { targetSystemKey: "id" } };
const policies: Subject = {
  table: "policyVersions",
  data: { versionKey: "key", name: "name", number: "number", action: "action" },
};
const managedAccounts: Subject = {
  table: "managedAccounts",
  data: { managedAccountKey: "key", accountKey: "accountKey", policyId: "policyId", status: "status" },
};
const runs: Subject = {
  table: "runs",
  data: { runKey: "key", kind: "kind", reason: "reason", state: "state" },
};
const checkouts: Subject = {
  table: "checkouts",
  data: {
    checkoutKey: "key",
    managedAccountKey: "managedAccountKey",
    policyId: "policyId",
    userKey: "userKey",
    requestKey: "requestKey",
    status: "status",
  },
};
const disclosures: Subject = {
  table: "disclosures",
  data: { disclosureKey: "key", checkoutKey: "checkoutKey", userKey: "userKey", plugin: "plugin" },
};
const webhooks: Subject = { table: "webhooks", data: { webhookKey: "key" } };

const inserted = (subject: Subject, description: string, when: WebhookEvent["when"] = {}): WebhookEvent => {
  return { ...subject, operation: "insert", description, when };
};
const updated = (subject: Subject, description: string, which: Pick<WebhookEvent, "when" | "changed"> = {}) => {
  return { ...subject, operation: "update", description, ...which } as const;
};
/** Makes the event of a removed row, of which only the key is known. */
const removed = ({ table, data }: Subject, description: string): WebhookEvent => {
  return { table, operation: "remove", description, data: Object.fromEntries(Object.entries(data).slice(0, 1)) };
};
const requestIn = (status: string, description: string) => updated(requests, description, { when: { status } });
/** Makes the event of a phase: a first phase is open when its row is made, the others when they are changed. */
const phaseIn = (state: string, description: string): WebhookEvent => {
  return { ...phases, operation: "write", description, when: { state } };
};

/** Types of events that webhooks may subscribe to. A change has the first type that fits, so that one row is one event. */
export const webhookEvents = {
  "gatehouse.request.submitted": inserted(
    { ...requests, data: { ...requests.data, status: "status" } },
    "a request was accepted; with the status H it is on hold from the beginning",
  ),
  "gatehouse.request.held": requestIn(
    "H",
    "a request that has waited is on hold, until a workflow manager has decided",
  ),
  "gatehouse.request.scheduled": requestIn("S", "a request is authorized and waits for its start"),
  "gatehouse.request.performing": requestIn("X", "a request is authorized and is being carried out"),
  "gatehouse.request.completed": requestIn("C", "a request has ended; its operations say with which results"),
  "gatehouse.request.denied": requestIn("D", "the authorizers have denied a request"),
  "gatehouse.request.cancelled": requestIn("K", "a request was cancelled"),
  "gatehouse.request.expired": requestIn("E", "a request was not decided in time"),
  "gatehouse.phase.opened": phaseIn("open", "a phase of a request waits for the decisions of its authorizers"),
  "gatehouse.phase.approved": phaseIn("approved", "a phase of a request was approved"),
  "gatehouse.phase.denied": phaseIn("denied", "a phase of a request was denied, and the request with it"),
  "gatehouse.authorizer.reminded": updated(authorizers, "a person whose answer is waited for is reminded of it", {
    changed: ["remindedAt"],
  }),
  "gatehouse.decision.overridden": inserted(
    decisions,
    "a superuser has decided a phase in the place of its authorizers",
    { override: 1 },
  ),
  "gatehouse.decision.unapproved": updated(decisions, "somebody has taken a decision back", {
    when: { voidedBecause: "unapproved" },
  }),
  "gatehouse.decision.voided": updated(
    decisions,
    "a decision counts no longer, because an operation was changed that it was about; its author is asked again",
    { when: { voidedBecause: "edited" } },
  ),
  "gatehouse.request.sentBack": inserted(comments, "an authorizer sends a request back to its requester", {
    kind: "sentBack",
  }),
  "gatehouse.request.resubmitted": inserted(comments, "the requester resubmits a request", { kind: "resubmitted" }),
  "gatehouse.request.edited": updated(requests, "operations of a request were changed", { changed: ["editedAt"] }),
  "gatehouse.request.asked": inserted(comments, "an authorizer asks the requester something", { kind: "question" }),
  "gatehouse.request.answered": inserted(comments, "the requester has answered", { kind: "answer" }),
  "gatehouse.request.commented": inserted(comments, "somebody has left a remark at a request"),
  "gatehouse.authorizer.escalated": updated(
    authorizers,
    "a person has not answered in time, and whoever is above them is asked",
    { changed: ["escalatedAt"] },
  ),
  "gatehouse.delegation.asked": inserted(delegations, "somebody is asked to decide in the place of another"),
  "gatehouse.delegation.changed": updated(delegations, "a delegation was accepted, refused or ended", {
    changed: ["state"],
  }),
  "gatehouse.decision.made": inserted(decisions, "an authorizer has decided"),
  "gatehouse.operation.ended": updated(operations, "an operation on a target system has its result: S, F or N", {
    changed: ["finishedAt"],
  }),
  "gatehouse.account.created": inserted(accounts, "an account is there: made on its target, or found there"),
  "gatehouse.account.ownerChanged": updated(accounts, "an account belongs to somebody else, or to nobody", {
    changed: ["userKey"],
  }),
  "gatehouse.account.changed": updated(accounts, "an account was changed"),
  "gatehouse.account.removed": removed(accounts, "an account is gone"),
  "gatehouse.group.created": inserted(groups, "a group is there"),
  "gatehouse.group.changed": updated(groups, "a group was changed"),
  "gatehouse.group.removed": removed(groups, "a group is gone"),
  "gatehouse.membership.added": inserted(memberships, "an account is a member of a group"),
  "gatehouse.membership.removed": removed(
    memberships,
    "an account is no member any more; the key is that of the event that added it",
  ),
  "gatehouse.user.created": inserted(users, "a user is known"),
  "gatehouse.user.locked": updated(users, "a user was locked after wrong passwords", { when: { locked: 1 } }),
  "gatehouse.user.unlocked": updated(users, "a user was unlocked", { when: { locked: 0 } }),
  "gatehouse.user.disabled": updated(users, "a user was disabled", { when: { disabled: 1 } }),
  "gatehouse.user.enabled": updated(users, "a user was enabled", { when: { disabled: 0 } }),
  "gatehouse.user.changed": updated(users, "the id, the name, the manager or the rights of a user were changed", {
    changed: ["id", "displayName", "managerKey", "superuser"],
  }),
  "gatehouse.user.moved": updated(places, "a user has another manager or department"),
  "gatehouse.user.leavingStepDone": updated(leavings, "a step of a user's leaving was done", {
    when: { state: "done" },
  }),
  "gatehouse.user.removed": removed(users, "a user is gone"),
  "gatehouse.targetSystem.created": inserted(targets, "a target system was defined"),
  "gatehouse.targetSystem.changed": updated(targets, "a target system was changed"),
  "gatehouse.targetSystem.removed": removed(targets, "a target system was removed"),
  "gatehouse.policy.changed": inserted(policies, "a policy was set, reset or rolled back"),
  "gatehouse.managedAccount.conflict": updated(
    managedAccounts,
    "no password that the vault has of a managed account is known to open it, or two may: somebody has to settle it",
    { when: { status: "conflict" } },
  ),
  "gatehouse.managedAccount.randomized": updated(managedAccounts, "a managed account has another password", {
    changed: ["lastRandomized"],
  }),
  "gatehouse.checkout.emergency": {
    ...checkouts,
    operation: "write",
    description: "somebody has a privileged password in an emergency, without approval",
    when: { status: "checkedOut", breakGlass: 1 },
  },
  "gatehouse.checkout.asked": inserted(checkouts, "somebody asks for a privileged password", { status: "requested" }),
  "gatehouse.checkout.out": {
    ...checkouts,
    operation: "write",
    description: "a privileged password is handed out",
    when: { status: "checkedOut" },
  },
  "gatehouse.checkout.ended": {
    ...checkouts,
    operation: "update",
    description: "a check-out is over: it was returned, has expired, was revoked, denied or withdrawn",
    changed: ["endedAt"],
  },
  "gatehouse.checkout.changed": updated(checkouts, "the password of a check-out that is over was changed", {
    changed: ["changedAt"],
  }),
  "gatehouse.checkout.reviewed": updated(checkouts, "an emergency was reviewed", { changed: ["reviewedAt"] }),
  "gatehouse.disclosure.used": updated(
    disclosures,
    "a privileged password was shown to its holder, or a command was run with it",
    {
      changed: ["usedAt"],
    },
  ),
  "gatehouse.vaultRun.ended": updated(runs, "a run over managed accounts is over", { changed: ["endedAt"] }),
  "gatehouse.webhook.disabled": updated(
    webhooks,
    "a webhook gets no events any more, because it failed for too long or somebody disabled it",
    { when: { enabled: 0 } },
  ),
} satisfies Readonly<Record<string, WebhookEvent>>;

/** Type of an event. */
export type WebhookEventType = keyof typeof webhookEvents;

/** Names of all types of events. */
export const webhookEventTypes = Object.keys(webhookEvents) as readonly WebhookEventType[];

const definitions = Object.entries(webhookEvents) as readonly (readonly [WebhookEventType, WebhookEvent])[];

/** Tables whose changes are events. */
export const webhookTables: ReadonlySet<string> = new Set(definitions.map(([, { table }]) => table));

/** Returns the definition of a type of event. */
export function webhookEvent(type: WebhookEventType): WebhookEvent {
  return webhookEvents[type];
}

/** Returns the type of the event for a change; undefined for most changes. */
export function eventTypeOf(change: ChangedRow): WebhookEventType | undefined {
  return definitions.find(([, definition]) => fits(definition, change))?.[0];
}

function fits({ table, operation, when = {}, changed }: WebhookEvent, change: ChangedRow): boolean {
  if (change.table !== table) return false;
  if (operation === "write" ? change.operation === "remove" : change.operation !== operation) return false;
  if (Object.entries(when).some(([column, value]) => change.data[column] !== value)) return false;
  return changed === undefined || changed.some((column) => Object.hasOwn(change.data, column));
}
