import type {
  Credential,
  Member,
  ObjectRef,
  Scalar,
  Secret,
  ServerInfo,
  TargetObject,
  Verified,
} from "#connectors/contract/index.ts";

import type { SqlOptions } from "./address.ts";
import type { Condition, SqlClient } from "./client.ts";

/** The types of object on a database server. */
export type SqlType = "account" | "group";

/** An attribute of a type: how it is read, and what may be written. */
export interface SqlAttribute {
  readonly name: string;
  readonly kind: "string" | "int" | "bool" | "time";
  /** The expression that gives it, NULL where it has no value. */
  readonly sql: string;
  readonly readOnly?: true;
  /** The only values that may be written. */
  readonly oneOf?: readonly string[];
  /** The least whole number that may be written; absent = 0. */
  readonly min?: number;
}

/** How the objects of a type are read. */
export interface SqlKind {
  readonly from: string;
  readonly where: string;
  /** Expressions of a unique key in whose order a listing runs. */
  readonly key: readonly string[];
  readonly id: string;
  readonly name: string;
  /** Expressions of the states that the product knows. */
  readonly states: {
    readonly enabled?: string;
    readonly locked?: string;
    readonly passwordExpired?: string;
    readonly expiresAt?: string;
  };
  readonly attributes: readonly SqlAttribute[];
}

/** An object and the values of its key. */
export interface SqlObject {
  readonly type: SqlType;
  readonly object: TargetObject;
  readonly key: readonly string[];
}

/** New values of attributes, in the form of their kind; undefined = the product's own default. */
export type Settings = ReadonlyMap<string, Scalar | undefined>;

/** What to make. */
export interface NewObject {
  readonly type: SqlType;
  readonly name: string;
  readonly settings: Settings;
  readonly password?: Secret;
}

/** A member of a group and the values of its key in the list of members. */
export interface MemberRow {
  /** The id of the group. */
  readonly group: string;
  readonly member: Member;
  readonly key: readonly string[];
}

/** Where a page of members begins, and how many it may hold. */
export interface MemberPage {
  readonly after?: readonly string[] | undefined;
  readonly limit: number;
  /** The key of the only member that is asked for. */
  readonly only?: readonly string[];
}

/** Members as far as the server shows them. */
export interface ShownMembers {
  readonly rows: readonly MemberRow[];
  /** The ids of the groups that have more members than these; absent = the server shows no members at all. */
  readonly hidden?: ReadonlySet<string>;
}

/** Where an object is found, and whether what was found is what was asked for. */
export interface Place extends Condition {
  /** The condition that its type sets; absent = that of the kind. */
  readonly where?: string;
  isThis(found: SqlObject): boolean;
}

/** A login as an account and what to do with its connection. */
export interface OwnerWork {
  readonly password: Secret;
  readonly signal: AbortSignal;
  /** Hears what the server says beside its answers on that connection. */
  notice(words: string): void;
  run?(client: SqlClient): Promise<void>;
}

/** A connection on which the administrator is logged in, with what differs between the products. */
export interface SqlSession {
  readonly client: SqlClient;
  readonly kinds: Readonly<Record<SqlType, SqlKind>>;
  info(): Promise<ServerInfo>;
  /** The condition that finds an object; undefined when the product cannot hold one of that id or name. */
  locate(type: SqlType, ref: ObjectRef): Place | undefined;
  /**
   * Refuses what cannot be a name there.
   * @throws invalidValue naming the rule
   */
  checkName(type: SqlType, name: string): void;
  /** @throws alreadyExists, strength */
  create(request: NewObject): Promise<void>;
  /** Sets attributes and, when given, the name: all or nothing. */
  alter(object: SqlObject, settings: Settings, name?: string): Promise<void>;
  drop(object: SqlObject): Promise<void>;
  /** @throws strength */
  setPassword(object: SqlObject, password: Secret, mustChange: boolean): Promise<void>;
  /** Sets the password of the account that is logged in on a connection of its own. */
  setOwnPassword(client: SqlClient, password: Secret, object: SqlObject): Promise<void>;
  setEnabled(object: SqlObject, enabled: boolean): Promise<void>;
  /** @throws notSupported where the product cannot ask an owner for a new password */
  expirePassword(object: SqlObject): Promise<void>;
  unlock(object: SqlObject): Promise<void>;
  /** Logs in as an account on a connection of its own. */
  asOwner(object: SqlObject, work: OwnerWork): Promise<Verified>;
  /** Judges a password without a login that could count; undefined = what is stored does not tell. */
  judge(object: SqlObject, password: Secret): Promise<Verified | undefined>;
  /** Why a failed login could lock an account there; undefined = it cannot. */
  lockedByFailures(object: SqlObject): Promise<string | undefined>;
  /** Of how many parts the key of a member is. */
  readonly memberKeyLength: number;
  /** The members of some groups in the order of the groups, also those who belong to them by another group. */
  members(groups: readonly SqlObject[], page: MemberPage): Promise<ShownMembers>;
  grant(group: SqlObject, member: SqlObject): Promise<void>;
  revoke(group: SqlObject, member: SqlObject): Promise<void>;
}

/** What a product needs to connect. */
export interface Connecting {
  readonly options: SqlOptions;
  readonly credential: Credential;
  readonly signal: AbortSignal;
}
