/** A person as plug-ins are told of one. */
export interface PluginUser {
  readonly key: string;
  readonly id: string;
  readonly displayName: string | null;
}

/** An account as plug-ins are told of one. */
export interface PluginAccount {
  readonly targetSystemKey: string;
  /** Its id on the target system. */
  readonly id: string;
}

/** One operation of a request. */
export interface PluginOperation {
  /** What it does, such as `ACUA` (docs/operation-codes.md). */
  readonly code: string;
  readonly targetSystemKey: string;
  /** Null where it is about no account that exists. */
  readonly accountKey: string | null;
  readonly groupKey: string | null;
  readonly attributes: Readonly<Record<string, readonly (string | number | boolean)[]>>;
}

/** A request with what it asks for. */
export interface PluginRequest {
  readonly key: string;
  readonly number: string;
  readonly requester: PluginUser;
  readonly recipient: PluginUser;
  readonly reason: string | null;
  readonly operations: readonly PluginOperation[];
}
