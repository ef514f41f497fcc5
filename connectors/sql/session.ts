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

/** Object types on a database server. */
export type SqlType = "account" | "group";

/** An attribute of a type: the expression to read it, and the values that may be written. */
export interface SqlAttribute {
  readonly name: string;
  readonly kind: "string" | "int" | "bool" | "time";
  /** Expression of its value; NULL if it has none. */
  readonly sql: string;
  readonly readOnly?: true;
  /** Only values that may be written. */
  readonly oneOf?: readonly string[];
  /** Least whole number that may be written; default 0. */
  readonly min?: number;
}

/** SQL to read the objects of a type. */
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
    readonly passwordExpiresAt?: string;
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

/** New values of attributes, in the form of their kind; undefined resets to the product's default. */
export type Settings = ReadonlyMap<string, Scalar | undefined>;

/** An object to create. */
export interface NewObject {
  readonly type: SqlType;
  readonly name: string;
  readonly settings: Settings;
  readonly password?: Secret;
}

/** A member of a group and the values of its key in the list of members. */
export interface MemberRow {
  /** Id of the group. */
  readonly group: string;
  readonly member: Member;
  readonly key: readonly string[];
}

/** Position and size of a page of members. */
export interface MemberPage {
  readonly after?: readonly string[] | undefined;
  readonly limit: number;
  /** Key of the only member to return. */
  readonly only?: readonly string[];
}

/** Members that the server shows. */
export interface ShownMembers {
  readonly rows: readonly MemberRow[];
  /** Ids of the groups that have further members; absent if the server shows no members at all. */
  readonly hidden?: ReadonlySet<string>;
}

/** Condition that finds an object, and a check that the object found is the one meant. */
export interface Place extends Condition {
  /** Condition for its type; default: that of the kind. */
  readonly where?: string;
  isThis(found: SqlObject): boolean;
}

/** A login as an account and the work to do on its connection. */
export interface OwnerWork {
  readonly password: Secret;
  readonly signal: AbortSignal;
  /** Receives the server's notices on that connection. */
  notice(words: string): void;
  run?(client: SqlClient): Promise<void>;
}

/** An administrator's connection, with the differences between the products. */
export interface SqlSession {
  readonly client: SqlClient;
  readonly kinds: Readonly<Record<SqlType, SqlKind>>;
  info(): Promise<ServerInfo>;
  /** Returns the condition that finds an object; undefined if the product cannot hold one of that id or name. */
  locate(type: SqlType, ref: ObjectRef): Place | undefined;
  /**
   * Refuses a text that cannot be a name on the server.
   * @throws invalidValue naming the rule
   */
  checkName(type: SqlType, name: string): void;
  /** @throws alreadyExists, strength */
  create(request: NewObject): Promise<void>;
  /** Sets attributes and, if given, the name: all or nothing. */
  alter(object: SqlObject, settings: Settings, name?: string): Promise<void>;
  drop(object: SqlObject): Promise<void>;
  /** @throws strength */
  setPassword(object: SqlObject, password: Secret, mustChange: boolean): Promise<void>;
  /** Sets the password of the account that is logged in on a connection of its own. */
  setOwnPassword(client: SqlClient, password: Secret, object: SqlObject): Promise<void>;
  setEnabled(object: SqlObject, enabled: boolean): Promise<void>;
  /** @throws notSupported if the product cannot require a new password from an owner */
  expirePassword(object: SqlObject): Promise<void>;
  unlock(object: SqlObject): Promise<void>;
  /** Logs in as an account on a connection of its own. */
  asOwner(object: SqlObject, work: OwnerWork): Promise<Verified>;
  /** Compares a password without a login that could count as a failure; undefined if the stored form allows no comparison. */
  judge(object: SqlObject, password: Secret): Promise<Verified | undefined>;
  /** Returns the reason why a failed login could lock an account; undefined if it cannot. */
  lockedByFailures(object: SqlObject): Promise<string | undefined>;
  /** Number of parts of a member's key. */
  readonly memberKeyLength: number;
  /** Returns the members of some groups in the order of the groups, including members through another group. */
  members(groups: readonly SqlObject[], page: MemberPage): Promise<ShownMembers>;
  grant(group: SqlObject, member: SqlObject): Promise<void>;
  revoke(group: SqlObject, member: SqlObject): Promise<void>;
}

/** Address and credential to connect with. */
export interface Connecting {
  readonly options: SqlOptions;
  readonly credential: Credential;
  readonly signal: AbortSignal;
}
