import type { Cursor } from "./listing.ts";
import type { Attributes, Member, ObjectRef, ObjectTypeName, Scalar } from "./object.ts";
import type { Secret } from "./secret.ts";

/** What `serverInfo` tells about the target. */
export interface ServerInfo {
  /** The product's name, never empty. */
  readonly product: string;
  readonly version?: string;
  /** The target's clock minus ours. */
  readonly clockSkewMs?: number;
  readonly limits?: { readonly pageSizeMax?: number; readonly passwordLengthMax?: number };
}

/** Which object to read. */
export interface GetRequest {
  readonly type: ObjectTypeName;
  readonly ref: ObjectRef;
  /** Absent = the default set. */
  readonly attributes?: readonly string[];
}

/** What to create. */
export interface CreateRequest {
  readonly type: ObjectTypeName;
  /** The login name or group name, never empty. */
  readonly name: string;
  /** An attribute the target does not know is refused with `invalidValue`, never dropped. */
  readonly attributes: Attributes;
  /** Set in the same step as the object is made, or the object is not made. */
  readonly password?: Secret;
}

/** The change of one attribute; exactly one of the three lists is given. */
export interface Delta {
  readonly attr: string;
  /** These become all values; `[]` removes the attribute. */
  readonly replace?: readonly Scalar[];
  /** A value that is there already stays, without an error. */
  readonly add?: readonly Scalar[];
  /** A value that is not there is no error. */
  readonly remove?: readonly Scalar[];
}

/** What to change on an object; all deltas are applied or none. */
export interface UpdateRequest {
  readonly type: ObjectTypeName;
  readonly ref: ObjectRef;
  readonly deltas: readonly Delta[];
}

/** Which object to delete. */
export interface DeleteRequest {
  readonly type: ObjectTypeName;
  readonly ref: ObjectRef;
}

/** An account that is acted upon. */
export interface AccountRequest {
  readonly account: ObjectRef;
}

/** A password to test. */
export interface VerifyRequest extends AccountRequest {
  readonly password: Secret;
}

/** The answer of a verification; a wrong password is an answer, not an error. */
export type Verified =
  | { readonly ok: true; readonly mustChange?: boolean; readonly expiresInSeconds?: number }
  | {
      readonly ok: false;
      readonly reason: "invalid" | "locked" | "disabled" | "expired" | "mustChange";
      readonly message?: string;
    };

/** A password to set as administrator. */
export interface ResetPasswordRequest extends AccountRequest {
  readonly password: Secret;
  /** The owner must change it at the next login, where the target knows that. */
  readonly mustChange?: boolean;
}

/** A password to change as the account itself. */
export interface ChangePasswordRequest extends AccountRequest {
  readonly password: Secret;
  /** A wrong one is refused with `currentPassword`. */
  readonly current: Secret;
}

/** Which group's members to list. */
export interface MembersRequest {
  readonly group: ObjectRef;
  readonly pageSize: number;
  readonly after?: Cursor;
}

/** A membership to make or to end. */
export interface MemberRequest {
  readonly group: ObjectRef;
  readonly member: Member;
}

/** A command to run as the account, which logs in with its own password. */
export interface RunCommandRequest extends AccountRequest {
  /** A wrong one is refused with `currentPassword`. */
  readonly password: Secret;
  /** One line in the target's own language; who may write one was decided before. */
  readonly command: string;
  /** The most bytes of each of the two outputs that are wanted; what comes after them is let go. */
  readonly outputBytesMax: number;
}

/** What a command has said; one that ended with another code than 0 is an answer too, not an error. */
export interface CommandOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether there was more than was wanted. */
  readonly cut: boolean;
}
