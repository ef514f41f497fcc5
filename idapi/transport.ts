/** Key of a session as a transport keeps it. */
export interface OpenedSession {
  readonly sessionKey: string;
  /** Time at which the session ends, however much it is used. */
  readonly expiresAt: string;
}

/** Connection to the service. Every refusal is a LibraryError. */
export interface Transport {
  /** @throws LibraryError IDAPI_LOGIN_FAILED whether the name, the password or the right is wrong */
  logIn(user: string, password: string): Promise<OpenedSession>;
  /** Runs the operation of a public name, such as `users.endSession`; returns null if it answers nothing. */
  call(name: string, input: unknown, sessionKey: string): Promise<unknown>;
  logOut(sessionKey: string): Promise<void>;
  close(): Promise<void>;
}
