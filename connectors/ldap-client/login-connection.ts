import type { Client, Control } from "ldapts";

import { ConnectorError, type Secret, untilAborted } from "#connectors/contract/index.ts";

import type { ConnectionOptions } from "./address.ts";
import { connect, disconnect, isConnected, type LdapConnection } from "./connection.ts";
import { resultCodeOf } from "./errors.ts";

/** A login attempt. */
export interface LoginAttempt {
  readonly dn: string;
  /** Password, never empty: that would be an anonymous login, which a directory accepts for every account. */
  readonly password: Secret;
  readonly control?: Control;
  readonly signal: AbortSignal;
}

/** Refusal of a login by the directory; undefined if the login was accepted. */
export type LoginRefusal = Error | undefined;

/**
 * Second connection of a session, on which accounts log in one after the other. Only logins are sent on it, so the account that was
 * logged in last cannot act there. It is opened with the first login, and again after it was lost.
 */
export class LoginConnection {
  readonly #options: ConnectionOptions;
  #client: Client | undefined;
  #stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * Tries a login once, after the attempts requested before it.
   * @throws unreachable if the session is closed, and any error that is not an answer of the directory
   */
  attempt(login: LoginAttempt): Promise<LoginRefusal> {
    const mine = this.#last.then(() => this.#use(login));
    this.#last = mine.catch(() => {});
    return mine;
  }

  /** Closes the connection for good; waiting attempts are refused. */
  close(): void {
    this.#closed = true;
    this.#drop();
  }

  async #use(login: LoginAttempt): Promise<LoginRefusal> {
    try {
      await untilAborted(login.signal, () => this.#logIn(login));
      return undefined;
    } catch (error) {
      if (resultCodeOf(error) !== undefined) return error as Error;
      // The login may still be in progress on the connection, and no other one may begin before its answer.
      this.#drop();
      throw error;
    }
  }

  async #logIn({ dn, password, control }: LoginAttempt): Promise<void> {
    const client = await this.#connected();
    await password.use((plaintext) => client.bind(dn, plaintext, control));
  }

  async #connected(): Promise<Client> {
    if (this.#closed) throw new ConnectorError("unreachable", "The session with the directory is closed.");
    if (this.#client !== undefined && isConnected(this.#client)) return this.#client;
    this.#drop();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const client = await connect(this.#options, signal);
    signal.throwIfAborted();
    // The library would reconnect by itself, and without StartTLS.
    if (this.#options.startTls && !isConnected(client))
      throw new ConnectorError("unreachable", "The connection to the directory was lost.");
    this.#client = client;
    return client;
  }

  /** Closes the connection, even while it connects; the next login opens a new one. */
  #drop(): void {
    this.#client = undefined;
    this.#stop.abort();
  }
}

/** Closes both connections of a session; never throws. */
export async function closeSession({
  client,
  logins,
}: LdapConnection & { readonly logins: LoginConnection }): Promise<void> {
  logins.close();
  await disconnect(client);
}
