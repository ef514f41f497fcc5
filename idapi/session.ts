import type { Operations } from "./operations.ts";
import type { OpenedSession, Transport } from "./transport.ts";

/** What a session has beside the operations. */
export interface SessionBasics {
  /** When it ends, however much it is used; it ends before where it is not used for a while. */
  readonly expiresAt: Date;
  /**
   * Reads what a path of version 2 leads to, such as `users?$filter=startswith(id,'a')`, as GET answers it.
   * @throws LibraryError
   */
  read<T = unknown>(path: string): Promise<T>;
  /**
   * Ends it.
   * @throws LibraryError
   */
  logout(): Promise<void>;
}

/** A session of one user: every operation is a function under its capability, and each refusal a LibraryError. */
export type LibrarySession = SessionBasics & Operations;

/** The session that was opened by a login. */
export function sessionOf(transport: Transport, { sessionKey, expiresAt }: OpenedSession): LibrarySession {
  const basics: SessionBasics = {
    expiresAt: new Date(expiresAt),
    read: async <T>(path: string) => (await transport.call("read", { path }, sessionKey)) as T,
    logout: () => transport.logOut(sessionKey),
  };
  const capabilities = new Map<string, object>();
  const capabilityOf = (name: string) => {
    const known =
      capabilities.get(name) ??
      byName((verb) => {
        return (input: object = {}) => transport.call(`${name}.${verb}`, input, sessionKey);
      });
    capabilities.set(name, known);
    return known;
  };
  return byName((name) =>
    Object.hasOwn(basics, name) ? basics[name as keyof SessionBasics] : capabilityOf(name),
  ) as LibrarySession;
}

/** An object whose members are made when they are named. What waits for a promise asks of everything whether it is one. */
function byName(memberOf: (name: string) => unknown): object {
  return new Proxy(Object.freeze({}), {
    get: (_target, name) => (typeof name === "symbol" || name === "then" ? undefined : memberOf(name)),
  });
}
