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
 * What a connector can do. Every function but `serverInfo` may be absent: what is present IS the set of capabilities.
 * All throw `ConnectorError`, or a native error that `mapError` knows; all describe a desired state, so a state that is
 * there already is success.
 */
export interface Operations<Session> {
  /** Must answer on a working target, otherwise a listing is not begun. */
  serverInfo(session: Session, call: Call): Promise<ServerInfo>;
  /** The object types with their attributes. */
  schema?(session: Session, call: Call): Promise<readonly ObjectType[]>;
  /** All objects of a type; throws when it cannot come to a clean end, so that a short list never looks whole. */
  list?(session: Session, request: ListRequest, call: Call): AsyncIterable<Page<TargetObject>>;
  /** The object, or undefined when it is not there; never throws `notFound`. */
  get?(session: Session, request: GetRequest, call: Call): Promise<TargetObject | undefined>;
  /** Changes since a token. */
  changes?(session: Session, request: ChangesRequest, call: Call): AsyncIterable<ChangePage>;
  /** Makes the object and returns it with its id; throws `alreadyExists` when the name is taken. */
  create?(session: Session, request: CreateRequest, call: Call): Promise<TargetObject>;
  /** Returns the reference after the change, for a change may rename. Throws `notFound` on an absent object. */
  update?(session: Session, request: UpdateRequest, call: Call): Promise<ObjectRef>;
  /** An absent object is success. */
  delete?(session: Session, request: DeleteRequest, call: Call): Promise<void>;
  /** Tries the password as its owner would, and ends when its signal fires; it may count towards the target's lockout, so it is never repeated by itself. */
  verify?(session: Session, request: VerifyRequest, call: Call): Promise<Verified>;
  /** Tries the password without counting towards the target's lockout. */
  adminVerify?(session: Session, request: VerifyRequest, call: Call): Promise<Verified>;
  /** Sets the password as administrator; throws `strength` with the target's own words when its rules refuse it. */
  resetPassword?(session: Session, request: ResetPasswordRequest, call: Call): Promise<void>;
  /** Changes the password as the account, with the current one. */
  changePassword?(session: Session, request: ChangePasswordRequest, call: Call): Promise<void>;
  /**
   * Logs in as the account and runs one command, once, to its end or until the signal fires; what it wrote is answered, whatever its
   * exit code. It is never repeated by itself. Throws `currentPassword` where the target does not let the password in.
   */
  runCommand?(session: Session, request: RunCommandRequest, call: Call): Promise<CommandOutput>;
  /** Makes the owner change the password at the next login. */
  expirePassword?(session: Session, request: AccountRequest, call: Call): Promise<void>;
  /** Takes `expirePassword` back. */
  unexpirePassword?(session: Session, request: AccountRequest, call: Call): Promise<void>;
  /** An enabled account is success. */
  enable?(session: Session, request: AccountRequest, call: Call): Promise<void>;
  /** A disabled account is success. */
  disable?(session: Session, request: AccountRequest, call: Call): Promise<void>;
  /** An unlocked account is success. There is no `lock`: accounts are locked by failures only. */
  unlock?(session: Session, request: AccountRequest, call: Call): Promise<void>;
  /** The members of a group. Throws `notFound` on an absent group. */
  members?(session: Session, request: MembersRequest, call: Call): AsyncIterable<MembersPage>;
  /** A present member is success. */
  addMember?(session: Session, request: MemberRequest, call: Call): Promise<void>;
  /** An absent member is success; one that the target does not show is not absent, so the target itself is asked to remove it. */
  removeMember?(session: Session, request: MemberRequest, call: Call): Promise<void>;
  /** Makes an account an owner of a group, who may say who belongs to it. A present owner is success. */
  addOwner?(session: Session, request: MemberRequest, call: Call): Promise<void>;
  /** An absent owner is success. */
  removeOwner?(session: Session, request: MemberRequest, call: Call): Promise<void>;
}

/** Some of the operations, for a connector that has them in several files; `satisfies` it gives their parameters the types. */
export type OperationsPart<Session> = Partial<Operations<Session>>;

/** The name of a function of `Operations`. */
export type Capability = keyof Operations<never>;
