/** The user of a call as a policy sees it. */
export interface Principal {
  /** Key of the user; empty or null for no user, who is allowed nothing. */
  readonly key: string | null;
  /** The user's id, such as a login name. */
  readonly id: string;
  readonly superuser: boolean;
  /** Ids of the user classes that the user belongs to. */
  readonly classes: readonly string[];
  /** Profile attributes; needed only for policies that read them (`readsProfile`). */
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
}

/** The fields of `principal` in a policy, with their types. */
export const principalFields = {
  key: "string",
  id: "string",
  superuser: "bool",
  classes: "list",
  attributes: "map",
} as const;
