/** A field that is a column of the resource's table. */
export interface ColumnField {
  readonly type: "string" | "number" | "bool";
}

/** A field that is the list of one column over the related rows. */
export interface RelationField {
  readonly type: "list";
  /** Name of the relation in store/relations; absent: the field exists as a fact only and cannot filter rows. */
  readonly relation?: string;
  /** Name of the relation that leads from those rows to the ones that have the column. */
  readonly through?: string;
  /** Column of the related rows. */
  readonly column: string;
}

/** A field of `resource` that a policy may read. */
export type ResourceField = ColumnField | RelationField;

/** The fields of one sort of resource, by name. */
export type ResourceFields = Readonly<Record<string, ResourceField>>;

const text: ColumnField = { type: "string" };
const flag: ColumnField = { type: "bool" };
const number: ColumnField = { type: "number" };

/** Per sort of resource the fields that a policy may read; columns bear the names of the store's columns. */
export const resources = {
  /** A request; its authorizers are those of all its phases. */
  request: {
    key: text,
    number: text,
    status: text,
    active: flag,
    origin: text,
    requesterKey: text,
    recipientKey: text,
    createdAt: number,
    expiresAt: number,
    authorizerKeys: { type: "list", relation: "authorizers", column: "userKey" },
  },
  /** A phase of a request, with the authorizers of this phase alone. */
  phase: {
    key: text,
    requestKey: text,
    state: text,
    authorizerKeys: { type: "list", relation: "authorizers", column: "userKey" },
  },
  decision: { key: text, requestKey: text, userKey: text },
  /** A request as it is asked for: whose it will be, and what it is to do where. */
  requestSubmission: {
    recipientKey: text,
    codes: { type: "list", relation: "operations", column: "code" },
    targetSystemKeys: { type: "list", relation: "operations", column: "targetSystemKey" },
    groupKeys: { type: "list", relation: "operations", column: "groupKey" },
  },
  /** An operation on a target system, with the people of its request. */
  operation: {
    key: text,
    requestKey: text,
    code: text,
    targetSystemKey: text,
    requesterKeys: { type: "list", relation: "request", column: "requesterKey" },
    recipientKeys: { type: "list", relation: "request", column: "recipientKey" },
  },

  user: { key: text, id: text, superuser: flag, locked: flag, disabled: flag, managerKey: text },
  userAttribute: { key: text, userKey: text, name: text },
  userCredential: { key: text, userKey: text, type: text },
  /** What is known of a credential before it is looked up: whose it is. */
  userCredentialOwner: { userKey: text },
  role: { key: text, id: text },

  account: {
    key: text,
    targetSystemKey: text,
    userKey: text,
    shortId: text,
    enabled: flag,
    locked: flag,
    associatedBy: text,
  },
  accountAttribute: { key: text, accountKey: text, name: text },
  group: { key: text, targetSystemKey: text, shortId: text, managed: flag },
  groupAttribute: { key: text, groupKey: text, name: text },
  groupMembership: { key: text, groupKey: text, accountKey: text },

  targetGroup: { id: text, passwordPolicyId: text, syncPasswords: flag, uniquePasswords: flag },
  targetSystem: { id: text, type: text, targetGroup: text, mode: text, enabled: flag, sourceOfProfiles: flag },
  targetSystemOption: { targetSystemId: text, name: text },
  targetSystemCredential: { key: text, targetSystemId: text, isSystemPassword: flag },
  attributeDefinition: { key: text, targetSystemId: text, attribute: text, discoveredObjectType: text },

  passwordPolicy: { id: text },
  managedSystemPolicy: { id: text, mode: text, managedByNode: text, enabled: flag },
  managedSystem: { key: text, id: text, type: text, targetSystemKey: text, enabled: flag },
  managedAccount: { key: text, managedSystemKey: text, accountKey: text, policyId: text, status: text },
  checkout: { key: text, userKey: text, managedAccountKey: text, status: text },

  webhook: { key: text, url: text, enabled: flag },
  webhookDelivery: { key: text, webhookKey: text, type: text, state: text },

  importRule: { key: text, objectType: text, action: text, policyId: text, enabled: flag },

  proxyServer: { id: text, status: text },
  node: { key: text, id: text },
  sessionLog: { key: text, actor: text, node: text, module: text, startedAt: number, lastAt: number },
  sessionLogEntry: {
    key: text,
    sessid: text,
    time: number,
    node: text,
    module: text,
    operation: text,
    result: text,
    actor: text,
    recipient: text,
    targetSystem: text,
  },
  sessionLogDay: { day: text, operation: text, result: text, count: number },
} as const satisfies Readonly<Record<string, ResourceFields>>;

/** The name of a sort of resource. */
export type ResourceName = keyof typeof resources;
