/** A field that is a column of the resource's table. */
export interface ColumnField {
  readonly type: "string" | "number" | "bool";
}

/** A field that is the list of one column over the related rows. */
export interface RelationField {
  readonly type: "list";
  /** Name of the relation in store/relations; absent: the field exists as a fact only and cannot filter rows. */
  readonly relation?: string;
  /** Column of the related rows. */
  readonly column: string;
}

/** A field of `resource` that a policy may read. */
export type ResourceField = ColumnField | RelationField;

/** The fields of one sort of resource, by name. */
export type ResourceFields = Readonly<Record<string, ResourceField>>;

const text: ColumnField = { type: "string" };
const flag: ColumnField = { type: "bool" };
const moment: ColumnField = { type: "number" };

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
    createdAt: moment,
    expiresAt: moment,
    authorizerKeys: { type: "list", relation: "authorizers", column: "userKey" },
  },
  /** A phase of a request, with the authorizers of this phase alone. */
  phase: {
    key: text,
    requestKey: text,
    state: text,
    authorizerKeys: { type: "list", column: "userKey" },
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
  /** What belongs to a user: an attribute, a credential, a check-out. */
  belonging: { key: text, userKey: text },
  user: { key: text, id: text, superuser: flag, locked: flag, disabled: flag, managerKey: text },
  account: {
    key: text,
    targetSystemKey: text,
    userKey: text,
    shortId: text,
    enabled: flag,
    locked: flag,
    associatedBy: text,
  },
} as const satisfies Readonly<Record<string, ResourceFields>>;

/** The name of a sort of resource. */
export type ResourceName = keyof typeof resources;
