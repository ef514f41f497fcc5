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

/** The states a target reports; a state the target does not know is absent. */
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
