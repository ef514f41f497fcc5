import type { Entry } from "ldapts";

import type { LoginRefusal } from "./login-connection.ts";

/** What is needed to log in as an account. */
export interface AccountLogin {
  /** Where it was when somebody last looked. */
  readonly place: string | undefined;
  /** Reads the entry there, or undefined when it is another one or none. */
  readAt(place: string): Promise<Entry | undefined>;
  /** Searches the entry; throws when there is none. */
  search(): Promise<Entry>;
  /** Tries the password there. */
  attempt(dn: string): Promise<LoginRefusal>;
}

/** An entry and the refusal of its login, if it was refused. */
export interface LoginResult {
  readonly entry: Entry;
  readonly refusal: LoginRefusal;
}

/**
 * Logs in where the account was last seen, while the administrator reads whether it still is there; if it is not, nothing that
 * was answered there counts, and it is searched. A directory answers an absent entry as it answers a wrong password.
 */
export async function logInAs({ place, readAt, search, attempt }: AccountLogin): Promise<LoginResult> {
  if (place !== undefined) {
    const [entry, refusal] = await Promise.all([readAt(place), attempt(place)]);
    if (entry !== undefined) return { entry, refusal };
  }
  const entry = await search();
  return { entry, refusal: await attempt(entry.dn) };
}
