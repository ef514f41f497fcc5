import type { Client } from "../../api/model.ts";

/** A way to get a token. */
export type Grant = Client["grants"][number];
/** What tokens may be good for. */
export type Scope = Client["scopes"][number];

/** Every way to get a token. */
export const grants = [
  "authorization_code",
  "client_credentials",
  "refresh_token",
  "password",
] as const satisfies readonly Grant[];

/** Everything that tokens may be good for. */
export const scopes = ["api", "openid", "offline_access"] as const satisfies readonly Scope[];

/** What is entered of a client. */
export interface EnteredClient {
  readonly id: string;
  readonly displayName: string;
  readonly isPublic: boolean;
  readonly firstParty: boolean;
  readonly grants: readonly Grant[];
  readonly scopes: readonly Scope[];
  /** One address on each line. */
  readonly redirectUris: string;
  readonly postLogoutRedirectUris: string;
  readonly userId: string;
}

/** What is entered of a client that is not there yet. */
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

/** What is entered of a client before anything is changed. */
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

/** The body of a call that registers or changes a client as it was entered. */
export function bodyOf(entered: EnteredClient): Readonly<Record<string, unknown>> {
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

/** The same list with something in it, or not. */
export function toggled<Item>(list: readonly Item[], item: Item, isIn: boolean): readonly Item[] {
  return isIn ? [...list.filter((one) => one !== item), item] : list.filter((one) => one !== item);
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
