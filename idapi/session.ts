import type { Operations } from "./operations.ts";
import type { OpenedSession, Transport } from "./transport.ts";

/** Members of a session beside the operations. */
export interface SessionBasics {
  /** Time at which the session ends, however much it is used. It ends earlier if it is idle for too long. */
  readonly expiresAt: Date;
  /**
   * Reads a path of version 2, such as `users?$filter=startswith(id,'a')`, as GET answers it.
   * @throws LibraryError
   */
  read<T = unknown>(path: string): Promise<T>;
  /**
   * Ends the session.
   * @throws LibraryError
   */
  logout(): Promise<void>;
}

/** Session of one user: every operation is a function under its capability, and each refusal a LibraryError. */
export type LibrarySession = SessionBasics & Operations;

/** Returns the session that a login has opened. */
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

/** Returns an object that makes its members on access. `then` is none of them, because `await` asks every value for it. */
function byName(memberOf: (name: string) => unknown): object {
  return new Proxy(Object.freeze({}), {
    get: (_target, name) => (typeof name === "symbol" || name === "then" ? undefined : memberOf(name)),
  });
}
