import type { Entry } from "ldapts";

import type { LoginRefusal } from "./login-connection.ts";

/** What is needed to log in as an account. */
export interface AccountLogin {
  /** Where it was when somebody last looked. */
  readonly place: string | undefined;
  /** Where it has taken this very password in this session, so that the password itself tells it from any other entry. */
  readonly setAt: string | undefined;
  /** Reads the entry there, or undefined when it is another one or none. */
  readAt(place: string): Promise<Entry | undefined>;
  /** Searches the entry; throws when there is none. */
  search(): Promise<Entry>;
  /** Tries the password there. */
  attempt(dn: string): Promise<LoginRefusal>;
}

/** An entry, of a login that was taken perhaps its DN alone, and the refusal of its login, if it was refused. */
export interface LoginResult {
  readonly entry: Entry;
  readonly refusal: LoginRefusal;
}

/**
 * Logs in where the account has just taken the password, with one bind and nothing else unless it is refused, which counts only
 * if the account still is there. Else logs in where it was last seen, while the administrator reads whether it still is there. If
 * it is not, nothing that was answered there counts, and it is searched: a directory answers an absent entry as a wrong password.
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
