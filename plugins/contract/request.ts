/** A user, as plug-ins see one. */
export interface PluginUser {
  readonly key: string;
  readonly id: string;
  readonly displayName: string | null;
}

/** An account, as plug-ins see one. */
export interface PluginAccount {
  readonly targetSystemKey: string;
  /** ID of the account on the target system. */
  readonly id: string;
}

/** One operation of a request. */
export interface PluginOperation {
  /** Operation code, such as `ACUA` (docs/operation-codes.md). */
  readonly code: string;
  /** Key of the target system; null for an operation about a role or a rule. */
  readonly targetSystemKey: string | null;
  /** Key of an existing account; null if the operation is about none. */
  readonly accountKey: string | null;
  readonly groupKey: string | null;
  /** Key of the role that it is about, or through which it gives access; null if there is none. */
  readonly roleKey: string | null;
  readonly attributes: Readonly<Record<string, readonly (string | number | boolean)[]>>;
}

/** A request with its operations. */
export interface PluginRequest {
  readonly key: string;
  readonly number: string;
  readonly requester: PluginUser;
  readonly recipient: PluginUser;
  readonly reason: string | null;
  readonly operations: readonly PluginOperation[];
}
