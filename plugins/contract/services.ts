import type { PluginUser } from "./request.ts";

/** A person with what decides about whom to ask. */
export interface KnownUser extends PluginUser {
  readonly managerKey: string | null;
  readonly disabled: boolean;
}

/** A target system as plug-ins are told of one. */
export interface KnownTargetSystem {
  readonly id: string;
  /** The id of its connector. */
  readonly type: string;
  readonly description: string;
  readonly targetGroup: string;
}

/** What a plug-in may use beside its request, by kind. Whoever is asked for and is not there is null, or no entry of a list. */
export interface PluginServices {
  /** Writes a text to the log of the service. */
  log(text: string): void;
  targetSystem(id: string): Promise<KnownTargetSystem | null>;
  user(key: string): Promise<KnownUser | null>;
  /** The values of an attribute of a person, in their order. */
  profileAttribute(user: { readonly key: string; readonly name: string }): Promise<readonly string[]>;
  /** The members of a user class that are not disabled. */
  membersOf(userClass: string): Promise<readonly KnownUser[]>;
  /** The owners of a group that are not disabled. */
  ownersOf(groupKey: string): Promise<readonly KnownUser[]>;
}
