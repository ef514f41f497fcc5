/** A row as it was changed: the columns of a new row, or those of an old one that are new. */
export interface ChangedRow {
  readonly table: string;
  readonly operation: "insert" | "update" | "remove";
  readonly data: Readonly<Record<string, unknown>>;
}

/** One type of event: which change of a row it tells, and what it says of it. */
export interface WebhookEvent {
  readonly description: string;
  readonly table: string;
  readonly operation: ChangedRow["operation"];
  /** The values that the change must have given to these columns, as the change log keeps them. */
  readonly when?: Readonly<Record<string, string | number>>;
  /** Columns of which the change must have set at least one. */
  readonly changed?: readonly string[];
  /** The fields of `data` with the columns that they come from: keys, ids and codes only. The row's own key comes first. */
  readonly data: Readonly<Record<string, string>>;
}

const ofRequest = { requestKey: "key", number: "number", requesterKey: "requesterKey", recipientKey: "recipientKey" };
const ofOperation = {
  operationKey: "key",
  requestKey: "requestKey",
  code: "code",
  targetSystemKey: "targetSystemKey",
  accountKey: "accountKey",
  groupKey: "groupKey",
};
const ofAccount = { accountKey: "key", targetSystemKey: "targetSystemKey", userKey: "userKey" };
const ofGroup = { groupKey: "key", targetSystemKey: "targetSystemKey" };
const ofUser = { userKey: "key" };
const ofTarget = { targetSystemKey: "id" };

const requestIn = (status: string, description: string) =>
  ({ description, table: "reqbatch", operation: "update", when: { status }, data: ofRequest }) as const;
const userNow = (when: WebhookEvent["when"] & object, description: string) =>
  ({ description, table: "users", operation: "update", when, data: ofUser }) as const;

/** Every type of event that webhooks may ask for. A change has the first type that fits, so that one row is one event. */
export const webhookEvents = {
  "gatehouse.request.submitted": {
    description: "a request was accepted",
    table: "reqbatch",
    operation: "insert",
    data: ofRequest,
  },
  "gatehouse.request.scheduled": requestIn("S", "a request is authorized and waits for its start"),
  "gatehouse.request.performing": requestIn("X", "a request is authorized and is being carried out"),
  "gatehouse.request.completed": requestIn("C", "a request has ended; its operations say with which results"),
  "gatehouse.request.denied": requestIn("D", "the authorizers have denied a request"),
  "gatehouse.request.cancelled": requestIn("K", "a request was cancelled"),
  "gatehouse.request.expired": requestIn("E", "a request was not decided in time"),
  "gatehouse.decision.made": {
    description: "an authorizer has decided",
    table: "decisions",
    operation: "insert",
    data: { decisionKey: "key", requestKey: "requestKey", userKey: "userKey", phase: "phase", decision: "decision" },
  },
  "gatehouse.operation.ended": {
    description: "an operation on a target system has its result: S, F or N",
    table: "requestOperations",
    operation: "update",
    changed: ["finishedAt"],
    data: { ...ofOperation, result: "result", errorCode: "errorCode" },
  },
  "gatehouse.account.created": {
    description: "an account is there: made on its target, or found there",
    table: "accounts",
    operation: "insert",
    data: ofAccount,
  },
  "gatehouse.account.ownerChanged": {
    description: "an account belongs to somebody else, or to nobody",
    table: "accounts",
    operation: "update",
    changed: ["userKey"],
    data: ofAccount,
  },
  "gatehouse.account.changed": {
    description: "an account was changed",
    table: "accounts",
    operation: "update",
    data: ofAccount,
  },
  "gatehouse.account.removed": {
    description: "an account is gone",
    table: "accounts",
    operation: "remove",
    data: { accountKey: "key" },
  },
  "gatehouse.group.created": { description: "a group is there", table: "groups", operation: "insert", data: ofGroup },
  "gatehouse.group.changed": {
    description: "a group was changed",
    table: "groups",
    operation: "update",
    data: ofGroup,
  },
  "gatehouse.group.removed": {
    description: "a group is gone",
    table: "groups",
    operation: "remove",
    data: { groupKey: "key" },
  },
  "gatehouse.membership.added": {
    description: "an account is a member of a group",
    table: "groupMemberships",
    operation: "insert",
    data: { membershipKey: "key", groupKey: "groupKey", accountKey: "accountKey" },
  },
  "gatehouse.membership.removed": {
    description: "an account is no member any more; the key is that of the event that added it",
    table: "groupMemberships",
    operation: "remove",
    data: { membershipKey: "key" },
  },
  "gatehouse.user.created": { description: "a user is known", table: "users", operation: "insert", data: ofUser },
  "gatehouse.user.locked": userNow({ locked: 1 }, "a user was locked after wrong passwords"),
  "gatehouse.user.unlocked": userNow({ locked: 0 }, "a user was unlocked"),
  "gatehouse.user.disabled": userNow({ disabled: 1 }, "a user was disabled"),
  "gatehouse.user.enabled": userNow({ disabled: 0 }, "a user was enabled"),
  "gatehouse.user.changed": {
    description: "the id, the name, the manager or the rights of a user were changed",
    table: "users",
    operation: "update",
    changed: ["id", "displayName", "managerKey", "superuser"],
    data: ofUser,
  },
  "gatehouse.user.removed": { description: "a user is gone", table: "users", operation: "remove", data: ofUser },
  "gatehouse.targetSystem.created": {
    description: "a target system was defined",
    table: "targetSystems",
    operation: "insert",
    data: ofTarget,
  },
  "gatehouse.targetSystem.changed": {
    description: "a target system was changed",
    table: "targetSystems",
    operation: "update",
    data: ofTarget,
  },
  "gatehouse.targetSystem.removed": {
    description: "a target system was removed",
    table: "targetSystems",
    operation: "remove",
    data: ofTarget,
  },
  "gatehouse.policy.changed": {
    description: "a policy was set, reset or rolled back",
    table: "policyVersions",
    operation: "insert",
    data: { versionKey: "key", name: "name", number: "number", action: "action" },
  },
  "gatehouse.webhook.disabled": {
    description: "a webhook gets no events any more, because it failed for too long or somebody disabled it",
    table: "webhooks",
    operation: "update",
    when: { enabled: 0 },
    data: { webhookKey: "key" },
  },
} as const satisfies Readonly<Record<string, WebhookEvent>>;

/** The type of an event. */
export type WebhookEventType = keyof typeof webhookEvents;

/** Every type of event. */
export const webhookEventTypes = Object.keys(webhookEvents) as readonly WebhookEventType[];

const definitions = Object.entries(webhookEvents) as readonly (readonly [WebhookEventType, WebhookEvent])[];

/** The tables whose changes are events. */
export const webhookTables: ReadonlySet<string> = new Set(definitions.map(([, { table }]) => table));

/** The definition of a type of event. */
export function webhookEvent(type: WebhookEventType): WebhookEvent {
  return webhookEvents[type];
}

/** The type of the event that a change is; undefined for most changes. */
export function eventTypeOf(change: ChangedRow): WebhookEventType | undefined {
  return definitions.find(([, definition]) => fits(definition, change))?.[0];
}

function fits({ table, operation, when = {}, changed }: WebhookEvent, change: ChangedRow): boolean {
  if (change.table !== table || change.operation !== operation) return false;
  if (Object.entries(when).some(([column, value]) => change.data[column] !== value)) return false;
  return changed === undefined || changed.some((column) => Object.hasOwn(change.data, column));
}
