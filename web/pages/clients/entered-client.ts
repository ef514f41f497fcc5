import type { Client } from "../../api/model.ts";

/** A grant type of OAuth. */
export type Grant = Client["grants"][number];
/** A scope of tokens. */
export type Scope = Client["scopes"][number];

/** All grant types. */
export const grants = [
  "authorization_code",
  "client_credentials",
  "refresh_token",
  "password",
] as const satisfies readonly Grant[];

/** All scopes. */
export const scopes = ["api", "openid", "offline_access"] as const satisfies readonly Scope[];

/** Entered values of a client. */
export interface EnteredClient {
  readonly id: string;
  readonly displayName: string;
  readonly isPublic: boolean;
  readonly firstParty: boolean;
  readonly grants: readonly Grant[];
  readonly scopes: readonly Scope[];
  /** URLs, one on each line. */
  readonly redirectUris: string;
  readonly postLogoutRedirectUris: string;
  readonly userId: string;
}

/** Initial values of a new client. */
export const nothingEntered: EnteredClient = {
  id: "",
  displayName: "",
  isPublic: false,
  firstParty: false,
  grants: [],
  scopes: [],
  redirectUris: "",
  postLogoutRedirectUris: "",
  userId: "",
};

/** Returns the values of an existing client in the form in which they are entered. */
export function enteredOf({
  displayName,
  redirectUris,
  postLogoutRedirectUris,
  user,
  ...client
}: Client): EnteredClient {
  const { id, isPublic, firstParty, grants: ways, scopes: wanted } = client;
  return {
    id,
    displayName: displayName ?? "",
    isPublic,
    firstParty,
    grants: ways,
    scopes: wanted,
    redirectUris: redirectUris.join("\n"),
    postLogoutRedirectUris: postLogoutRedirectUris.join("\n"),
    userId: user?.id ?? "",
  };
}

/** Returns the body of a call that registers or changes a client. */
export function bodyOf(entered: EnteredClient) {
  const { displayName, firstParty, grants: ways, scopes: wanted, userId } = entered;
  const nameOrNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return {
    displayName: nameOrNull(displayName),
    firstParty,
    grants: ways,
    userId: nameOrNull(userId),
    redirectUris: linesOf(entered.redirectUris),
    postLogoutRedirectUris: linesOf(entered.postLogoutRedirectUris),
    ...(wanted.length > 0 && { scopes: wanted }),
  };
}

/** Returns a list that contains an item, or does not; the order of the other items stays. */
export function toggled<Item>(list: readonly Item[], item: Item, isIn: boolean): readonly Item[] {
  return isIn ? [...list.filter((one) => one !== item), item] : list.filter((one) => one !== item);
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
