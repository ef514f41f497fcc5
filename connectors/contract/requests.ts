import type { Cursor } from "./listing.ts";
import type { Attributes, Member, ObjectRef, ObjectTypeName, Scalar } from "./object.ts";
import type { Secret } from "./secret.ts";

/** Answer of `serverInfo`: facts about the target. */
export interface ServerInfo {
  /** Name of the product, never empty. */
  readonly product: string;
  readonly version?: string;
  /** Milliseconds by which the target's clock is ahead of ours. */
  readonly clockSkewMs?: number;
  readonly limits?: { readonly pageSizeMax?: number; readonly passwordLengthMax?: number };
}

/** A read of one object. */
export interface GetRequest {
  readonly type: ObjectTypeName;
  readonly ref: ObjectRef;
  /** Attributes to return; absent for the default set. */
  readonly attributes?: readonly string[];
}

/** A new object. */
export interface CreateRequest {
  readonly type: ObjectTypeName;
  /** Login name or group name, never empty. */
  readonly name: string;
  /** Initial attributes. One that the target does not have is refused with `invalidValue`, never dropped. */
  readonly attributes: Attributes;
  /** Initial password, set in the same step: if that fails, the object is not created. */
  readonly password?: Secret;
}

/** Change of one attribute; exactly one of the three lists is given. */
export interface Delta {
  readonly attr: string;
  /** Values that replace all others; `[]` removes the attribute. */
  readonly replace?: readonly Scalar[];
  /** Values to add; one that is present already stays, without an error. */
  readonly add?: readonly Scalar[];
  /** Values to remove; an absent one is no error. */
  readonly remove?: readonly Scalar[];
}

/** Changes to one object; all deltas are applied or none. */
export interface UpdateRequest {
  readonly type: ObjectTypeName;
  readonly ref: ObjectRef;
  readonly deltas: readonly Delta[];
}

/** A deletion of one object. */
export interface DeleteRequest {
  readonly type: ObjectTypeName;
  readonly ref: ObjectRef;
}

/** An operation on one account. */
export interface AccountRequest {
  readonly account: ObjectRef;
}

/** A password to verify. */
export interface VerifyRequest extends AccountRequest {
  readonly password: Secret;
}

/** Answer of a verification; a wrong password is an answer, not an error. */
export type Verified =
  | { readonly ok: true; readonly mustChange?: boolean; readonly expiresInSeconds?: number }
  | {
      readonly ok: false;
      readonly reason: "invalid" | "locked" | "disabled" | "expired" | "mustChange";
      readonly message?: string;
    };

/** A new password, set by the administrator. */
export interface ResetPasswordRequest extends AccountRequest {
  readonly password: Secret;
  /** True if the owner must change it at the next login, where the target supports that. */
  readonly mustChange?: boolean;
}

/** A new password, set by the account itself. */
export interface ChangePasswordRequest extends AccountRequest {
  readonly password: Secret;
  /** Current password; a wrong one is refused with `currentPassword`. */
  readonly current: Secret;
}

/** A listing of the members of one group. */
export interface MembersRequest {
  readonly group: ObjectRef;
  readonly pageSize: number;
  readonly after?: Cursor;
}

/** A membership or ownership to add or to remove. */
export interface MemberRequest {
  readonly group: ObjectRef;
  readonly member: Member;
}

/** A command to run as the account, logged in with its own password. */
export interface RunCommandRequest extends AccountRequest {
  /** Password of the account; a wrong one is refused with `currentPassword`. */
  readonly password: Secret;
  /** One line in the target's own language. The service has authorized it. */
  readonly command: string;
  /** Maximum number of bytes to return of each of the two outputs; the rest is discarded. */
  readonly outputBytesMax: number;
}

/** Output of a command. An exit code other than 0 is an answer too, not an error. */
export interface CommandOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** True if an output was longer than the maximum. */
  readonly cut: boolean;
}
