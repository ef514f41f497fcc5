/** One value of an attribute. */
export type Scalar = string | number | boolean | Uint8Array;

/** The attributes of an object; each is a list, an attribute without a value is absent, never `[]`. */
export type Attributes = Readonly<Record<string, readonly Scalar[]>>;

/** The types every connector shares; a target may have further ones of its own. */
export type ObjectTypeName = "account" | "group" | (string & {});

/** Points at an object of the target and carries what the caller last knew of it. */
export interface ObjectRef {
  /** The immutable id on the target (entryUUID, objectGUID, row number). When it is given it alone decides which object is meant; when it is absent the name does. */
  readonly id?: string;
  /** The login name or the like; it may have changed on the target since. Never empty. */
  readonly name: string;
  /** The snapshot the caller holds; it may be stale, so a connector must not take it for the truth. */
  readonly attributes?: Attributes;
}

/** The states a target reports; a state that the target does not know, or does not tell of this object, is absent and counts as not known, never as good. */
export interface ObjectState {
  readonly enabled?: boolean;
  readonly locked?: boolean;
  readonly passwordExpired?: boolean;
  /** The end of the account, as ISO 8601 in UTC. */
  readonly expiresAt?: string;
}

/** An object as the target shows it now. */
export interface TargetObject extends ObjectRef {
  readonly id: string;
  readonly type: ObjectTypeName;
  /** Never a password and never a hash of one. */
  readonly attributes: Attributes;
  readonly state?: ObjectState;
  /** The operation id that made this object, where the target can keep it (see `Call.operation`). */
  readonly createdBy?: string;
  /** The members of a group that a listing gives with it, so that nobody asks for them one group at a time; absent = `members` tells them. */
  readonly members?: readonly Member[];
  /** The target does not show every member of this group: one that is not among `members` may still be in it. */
  readonly membersHidden?: true;
}

/** A member of a group. */
export interface Member extends ObjectRef {
  readonly type: ObjectTypeName;
  /** The group inside the group by which it belongs to it; absent = it is a member itself, and only that can be ended. */
  readonly through?: ObjectRef;
}

/** One attribute of an object type. */
export interface AttributeType {
  readonly name: string;
  readonly kind: "string" | "int" | "bool" | "binary" | "ref" | "time";
  /** It may hold more than one value. */
  readonly multi?: boolean;
  /** A create without it is refused. */
  readonly required?: boolean;
  /** The target sets it; a create or update that names it is refused. */
  readonly readOnly?: boolean;
  /** It can be set and never read, as a password. */
  readonly writeOnly?: boolean;
  /** It comes only when asked for by name. */
  readonly notReturnedByDefault?: boolean;
  /** Values that differ only in case are different values; of the attribute `name` it says so of the names of objects. */
  readonly caseExact?: boolean;
}

/** A type of object that the target holds. */
export interface ObjectType {
  readonly type: ObjectTypeName;
  readonly attributes: readonly AttributeType[];
}
