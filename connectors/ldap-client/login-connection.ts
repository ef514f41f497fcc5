import type { Client, Control } from "ldapts";

import { ConnectorError, type Secret, untilAborted } from "#connectors/contract/index.ts";

import type { ConnectionOptions } from "./address.ts";
import { connect, disconnect, isConnected, type LdapConnection } from "./connection.ts";
import { resultCodeOf } from "./errors.ts";

/** A login that is tried. */
export interface LoginAttempt {
  readonly dn: string;
  /** Never empty: that would be an anonymous login, which a directory accepts for every account. */
  readonly password: Secret;
  readonly control?: Control;
  readonly signal: AbortSignal;
}

/** Answers whether a login was refused: the directory's refusal, or undefined for a login that it has taken. */
export type LoginRefusal = Error | undefined;

/**
 * The second connection of a session, on which accounts log in one after the other. Nothing but logins is ever sent on it, so
 * whoever was logged in last does nothing there; it is made when the first login needs it, and again after it was lost.
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
   * Tries a login once, after those that were asked for before it.
   * @throws unreachable when the session is closed, and whatever is no answer of the directory
   */
  attempt(login: LoginAttempt): Promise<LoginRefusal> {
    const mine = this.#last.then(() => this.#use(login));
    this.#last = mine.catch(() => {});
    return mine;
  }

  /** Ends the connection for good; what waits for it is refused. */
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
      // The login may still be under way on it, and no other one may begin before its answer.
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
    // The library would connect again by itself, and without StartTLS.
    if (this.#options.startTls && !isConnected(client))
      throw new ConnectorError("unreachable", "The connection to the directory was lost.");
    this.#client = client;
    return client;
  }

  /** Ends whatever is connected or connecting; the next login begins anew. */
  #drop(): void {
    this.#client = undefined;
    this.#stop.abort();
  }
}

/** Ends both connections of a session; never throws. */
export async function closeSession({
  client,
  logins,
}: LdapConnection & { readonly logins: LoginConnection }): Promise<void> {
  logins.close();
  await disconnect(client);
}
