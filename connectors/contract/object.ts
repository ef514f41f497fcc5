/** One value of an attribute. */
export type Scalar = string | number | boolean | Uint8Array;

/** Attributes of an object, each as a list. An attribute without a value is absent, never `[]`. */
export type Attributes = Readonly<Record<string, readonly Scalar[]>>;

/** Object types shared by all connectors; a target may have further types of its own. */
export type ObjectTypeName = "account" | "group" | (string & {});

/** Reference to an object of the target, with the caller's last known data of it. */
export interface ObjectRef {
  /**
   * Immutable id on the target (entryUUID, objectGUID, row number). If given, it alone decides which object is meant; if absent,
   * the name does.
   */
  readonly id?: string;
  /** Login name or the like, never empty; it may have changed on the target since. */
  readonly name: string;
  /** Snapshot held by the caller. It may be stale, so a connector must not rely on it. */
  readonly attributes?: Attributes;
}

/**
 * States that a target reports. A state is absent if the target does not have it or does not report it for this object; absent
 * means unknown, never good.
 */
export interface ObjectState {
  readonly enabled?: boolean;
  readonly locked?: boolean;
  readonly passwordExpired?: boolean;
  /** Time from which the password is too old, as ISO 8601 in UTC; absent also if it never becomes so. */
  readonly passwordExpiresAt?: string;
  /** End of the account, as ISO 8601 in UTC. */
  readonly expiresAt?: string;
}

/** An object as the target shows it now. */
export interface TargetObject extends ObjectRef {
  readonly id: string;
  readonly type: ObjectTypeName;
  /** Attributes, never with a password or the hash of one. */
  readonly attributes: Attributes;
  readonly state?: ObjectState;
  /** Id of the operation that created this object, where the target can store it (see `Call.operation`). */
  readonly createdBy?: string;
  /** Members of a group, if a listing returns them with it and saves a call per group. If absent, `members` returns them. */
  readonly members?: readonly Member[];
  /** True if the target does not show every member of this group: one that is not among `members` may still belong to it. */
  readonly membersHidden?: true;
}

/** A member of a group. */
export interface Member extends ObjectRef {
  readonly type: ObjectTypeName;
  /** Nested group that makes it a member; absent for a direct member. Only a direct membership can be ended. */
  readonly through?: ObjectRef;
}

/** One attribute of an object type. */
export interface AttributeType {
  readonly name: string;
  readonly kind: "string" | "int" | "bool" | "binary" | "ref" | "time";
  /** True if the attribute may hold more than one value. */
  readonly multi?: boolean;
  /** True if a create without the attribute is refused. */
  readonly required?: boolean;
  /** True if the target sets the attribute; a create or update that names it is refused. */
  readonly readOnly?: boolean;
  /** True if the attribute can be set and never read, such as a password. */
  readonly writeOnly?: boolean;
  /** True if the attribute is returned only when requested by name. */
  readonly notReturnedByDefault?: boolean;
  /** True if values that differ only in case are different values. On the attribute `name` this holds for the names of objects. */
  readonly caseExact?: boolean;
}

/** A type of object that the target holds. */
export interface ObjectType {
  readonly type: ObjectTypeName;
  readonly attributes: readonly AttributeType[];
}
