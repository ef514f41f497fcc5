import type { Call } from "./call.ts";
import type { ChangePage, ChangesRequest, ListRequest, MembersPage, Page } from "./listing.ts";
import type { ObjectRef, ObjectType, TargetObject } from "./object.ts";
import type {
  AccountRequest,
  ChangePasswordRequest,
  CommandOutput,
  CreateRequest,
  DeleteRequest,
  GetRequest,
  MemberRequest,
  MembersRequest,
  ResetPasswordRequest,
  RunCommandRequest,
  ServerInfo,
  UpdateRequest,
  Verified,
  VerifyRequest,
} from "./requests.ts";

/**
 * Operations of a connector. Every function but `serverInfo` is optional: those present ARE the capabilities. All throw
 * `ConnectorError`, or a native error that `mapError` knows. All describe a desired state and are idempotent: if the target is
 * already in that state, they succeed.
 */
export interface Operations<Session> {
  /** Returns facts about the target. It must succeed on a working target, otherwise no listing is started. */
  serverInfo(session: Session, call: Call): Promise<ServerInfo>;
  /** Returns the object types with their attributes. */
  schema?(session: Session, call: Call): Promise<readonly ObjectType[]>;
  /** Lists all objects of a type. Throws if it cannot reach the end, so a truncated list never looks complete. */
  list?(session: Session, request: ListRequest, call: Call): AsyncIterable<Page<TargetObject>>;
  /** Returns the object, or undefined if it does not exist; never throws `notFound`. */
  get?(session: Session, request: GetRequest, call: Call): Promise<TargetObject | undefined>;
  /** Lists the changes since a token. */
  changes?(session: Session, request: ChangesRequest, call: Call): AsyncIterable<ChangePage>;
  /** Creates the object and returns it with its id; throws `alreadyExists` if the name is taken. */
  create?(session: Session, request: CreateRequest, call: Call): Promise<TargetObject>;
  /** Changes the object and returns the reference after the change, because a change may rename. Throws `notFound` if it is absent. */
  update?(session: Session, request: UpdateRequest, call: Call): Promise<ObjectRef>;
  /** Deletes the object; succeeds if it is absent. */
  delete?(session: Session, request: DeleteRequest, call: Call): Promise<void>;
  /**
   * Verifies the password as its owner would, and ends when the signal fires. A failure may count towards the target's lockout, so
   * the call is never retried automatically.
   */
  verify?(session: Session, request: VerifyRequest, call: Call): Promise<Verified>;
  /** Verifies the password without counting towards the target's lockout. */
  adminVerify?(session: Session, request: VerifyRequest, call: Call): Promise<Verified>;
  /** Sets the password as administrator; throws `strength` with the target's own words if its rules refuse it. */
  resetPassword?(session: Session, request: ResetPasswordRequest, call: Call): Promise<void>;
  /** Changes the password as the account, with the current one. */
  changePassword?(session: Session, request: ChangePasswordRequest, call: Call): Promise<void>;
  /**
   * Logs in as the account and runs one command once, to its end or until the signal fires. Returns the output whatever the exit
   * code. The call is never retried automatically. Throws `currentPassword` if the target does not accept the password.
   */
  runCommand?(session: Session, request: RunCommandRequest, call: Call): Promise<CommandOutput>;
  /** Makes the owner change the password at the next login. */
  expirePassword?(session: Session, request: AccountRequest, call: Call): Promise<void>;
  /** Reverts `expirePassword`. */
  unexpirePassword?(session: Session, request: AccountRequest, call: Call): Promise<void>;
  /** Enables the account; succeeds if it is enabled. */
  enable?(session: Session, request: AccountRequest, call: Call): Promise<void>;
  /** Disables the account; succeeds if it is disabled. */
  disable?(session: Session, request: AccountRequest, call: Call): Promise<void>;
  /** Unlocks the account; succeeds if it is not locked. There is no `lock`: only failures lock accounts. */
  unlock?(session: Session, request: AccountRequest, call: Call): Promise<void>;
  /** Lists the members of a group. Throws `notFound` if the group is absent. */
  members?(session: Session, request: MembersRequest, call: Call): AsyncIterable<MembersPage>;
  /** Adds a member to a group; succeeds if it is a member. */
  addMember?(session: Session, request: MemberRequest, call: Call): Promise<void>;
  /**
   * Removes a member from a group; succeeds if it is not a member. The target may hide members, so it is asked to remove even one
   * that it does not show.
   */
  removeMember?(session: Session, request: MemberRequest, call: Call): Promise<void>;
  /** Makes an account an owner of a group; owners manage its members. Succeeds if it is an owner. */
  addOwner?(session: Session, request: MemberRequest, call: Call): Promise<void>;
  /** Removes an owner of a group; succeeds if it is not an owner. */
  removeOwner?(session: Session, request: MemberRequest, call: Call): Promise<void>;
}

/** Some of the operations, for a connector that spreads them over several files; `satisfies` types their parameters. */
export type OperationsPart<Session> = Partial<Operations<Session>>;

/** Name of a function of `Operations`. */
export type Capability = keyof Operations<never>;
