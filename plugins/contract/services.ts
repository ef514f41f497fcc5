import type { PluginUser } from "./request.ts";

/** A user with the facts that help to choose approvers. */
export interface KnownUser extends PluginUser {
  readonly managerKey: string | null;
  readonly disabled: boolean;
}

/** A target system, as plug-ins see one. */
export interface KnownTargetSystem {
  readonly id: string;
  /** ID of the connector; null for a target system without connector, which implementers serve. */
  readonly type: string | null;
  readonly description: string;
  readonly targetGroup: string;
}

/** Services that a plug-in may call, by kind. An object that does not exist is null, or absent from a list. */
export interface PluginServices {
  /** Writes a text to the log of the service. */
  log(text: string): void;
  targetSystem(id: string): Promise<KnownTargetSystem | null>;
  user(key: string): Promise<KnownUser | null>;
  /** Returns the values of an attribute of a user, in their order. */
  profileAttribute(user: { readonly key: string; readonly name: string }): Promise<readonly string[]>;
  /** Returns the members of a user class that are not disabled. */
  membersOf(userClass: string): Promise<readonly KnownUser[]>;
  /** Returns the owners of a group that are not disabled. */
  ownersOf(groupKey: string): Promise<readonly KnownUser[]>;
}
