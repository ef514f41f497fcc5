import type { Entry } from "ldapts";

import type { LoginRefusal } from "./login-connection.ts";

/** An account to log in as, and the steps of the login. */
export interface AccountLogin {
  /** Last known DN of the account. */
  readonly place: string | undefined;
  /** DN at which the account has accepted this very password in this session, so the password itself identifies the entry. */
  readonly setAt: string | undefined;
  /** Reads the entry at a DN; undefined if it is another one or none. */
  readAt(place: string): Promise<Entry | undefined>;
  /** Searches the entry; throws if there is none. */
  search(): Promise<Entry>;
  /** Tries the password at a DN. */
  attempt(dn: string): Promise<LoginRefusal>;
}

/** An entry and the refusal of its login, if it was refused. After a successful login the entry may hold only its DN. */
export interface LoginResult {
  readonly entry: Entry;
  readonly refusal: LoginRefusal;
}

/**
 * Logs in as an account with as few requests as possible. If this session has set the very password, one bind at that DN is enough;
 * only a refusal is checked, and counts only if the account is still there. Otherwise it logs in at the last known DN, while the
 * administrator reads whether the account is still there. If it is not, the answer does not count and the entry is searched: a
 * directory answers an absent entry like a wrong password.
 */
export async function logInAs({ place, setAt, readAt, search, attempt }: AccountLogin): Promise<LoginResult> {
  if (setAt !== undefined) {
    const refusal = await attempt(setAt);
    const entry = refusal === undefined ? { dn: setAt } : await readAt(setAt);
    if (entry !== undefined) return { entry, refusal };
  } else if (place !== undefined) {
    const [entry, refusal] = await Promise.all([readAt(place), attempt(place)]);
    if (entry !== undefined) return { entry, refusal };
  }
  const entry = await search();
  return { entry, refusal: await attempt(entry.dn) };
}
