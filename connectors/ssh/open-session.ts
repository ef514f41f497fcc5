import type { Client } from "ssh2";

import { ConnectorError, type OpenContext, type Secret } from "#connectors/contract/index.ts";

import type { SshOptions } from "./address.ts";
import { run } from "./command.ts";
import { connect, disconnect, isRefusedLogin, type Method } from "./connect.ts";
import { KeyboardRefusal } from "./keyboard.ts";
import type { SshSession } from "./session.ts";

/**
 * Opens a session: connects, checks the host and logs in.
 * @throws config for an unknown host, badCredentials, permission if the login does not act as root
 */
export async function openSession({ options, credential, signal }: OpenContext<SshOptions>): Promise<SshSession> {
  const login = await credential("admin");
  const client = await connect(options, { ...login, method: methodOf(login.secret) }, signal);
  const session = { client, options, state: { open: true } };
  client.on("close", () => (session.state.open = false));
  try {
    const { stdout } = await run(session, ["id", "-u"], { signal });
    requireRoot(stdout.trim(), options);
    return session;
  } catch (error) {
    disconnect(client);
    throw error;
  }
}

function requireRoot(uid: string, { sudo }: SshOptions): void {
  if (uid === "0") return;
  if (!/^\d+$/.test(uid))
    throw new ConnectorError(
      "config",
      `"id -u" answers "${uid}" in the place of a user id, so nobody knows who the login is.`,
    );
  const advice = sudo
    ? "sudo runs the commands as somebody else; let its rule say (root)."
    : "Let it use sudo and say so in the address (sudo: true).";
  throw new ConnectorError("permission", `The login is not root, its user id is ${uid}. ${advice}`);
}

// A complete key in several lines: no password of a Linux machine has a line break, so it cannot be a password.
const privateKey = /^-----BEGIN ([A-Z ]*)PRIVATE KEY-----\r?\n[^-]+\n-----END \1PRIVATE KEY-----\s*$/;

function methodOf(secret: Secret): Method {
  return secret.use((plaintext) => (privateKey.test(plaintext) ? "publickey" : "password"));
}

/** Name of an account and a possible password of it. */
export interface AccountLogin {
  readonly name: string;
  readonly password: Secret;
  readonly signal: AbortSignal;
}

/** Result of a login as an account. */
export type LoginResult<T> =
  | { readonly answer: T }
  /** The host has accepted the password but requires a new one before any login, so nothing was done. */
  | { readonly mustChange: true }
  | { readonly refused: string };

/** Runs some work as an account on a connection of its own, with the account's password; a refused login is an answer. */
export async function asAccount<T>(
  { options }: SshSession,
  login: AccountLogin,
  work: (session: SshSession) => Promise<T>,
): Promise<LoginResult<T>> {
  let client: Client;
  try {
    client = await connect(options, { login: login.name, secret: login.password, method: "password" }, login.signal);
  } catch (error) {
    if (error instanceof KeyboardRefusal && error.wantsNewPassword) return { mustChange: true };
    if (!isRefusedLogin(error)) throw error;
    return { refused: (error as Error).message };
  }
  try {
    return { answer: await work({ client, options: { ...options, sudo: false }, state: { open: true } }) };
  } finally {
    disconnect(client);
  }
}
