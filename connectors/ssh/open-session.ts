import { createHash } from "node:crypto";

import ssh2, { type AuthenticationType, type Client, type ConnectConfig } from "ssh2";

import { ConnectorError, type Credential, type OpenContext, type Secret } from "#connectors/contract/index.ts";

import type { SshOptions } from "./address.ts";
import { run } from "./command.ts";
import { hearingSocket, noteFailedLogin, refusedConnection, requireRested } from "./penalties.ts";
import type { SshSession } from "./session.ts";

// How long the host may take from the first packet to the end of the login.
const loginTimeoutMs = 20_000;

// A connection that is cut without a word is noticed after three of these.
const keepaliveMs = 10_000;

/**
 * Connects, checks the host and logs in.
 * @throws config for an unknown host, badCredentials, permission when the login does not act as root
 */
export async function openSession({ options, credential, signal }: OpenContext<SshOptions>): Promise<SshSession> {
  const login = await credential("admin");
  const client = await connect(options, { ...login, method: methodOf(login.secret) }, signal);
  const session = { client, options, state: { open: true } };
  client.on("close", () => (session.state.open = false));
  try {
    const { stdout } = await run(session, ["id", "-u"], { signal });
    if (stdout.trim() !== "0")
      throw new ConnectorError("permission", "The login is not root; let it use sudo and say so in the address.");
    return session;
  } catch (error) {
    disconnect(client);
    throw error;
  }
}

/** Ends a connection, also a broken one; never throws. */
export function disconnect(client: Client): void {
  client.end();
}

/** How a login proves itself. */
type Method = "password" | "publickey";

/**
 * Connects and logs in.
 * @throws config for an unknown host, notSupported when the host takes no passwords, busy while it takes no connection from here
 */
async function connect(
  options: SshOptions,
  login: Credential & { readonly method: Method },
  signal: AbortSignal,
): Promise<Client> {
  signal.throwIfAborted();
  requireRested(options);
  const client = new ssh2.Client();
  // Without a listener an error that comes later would end the whole process.
  client.on("error", () => {});
  const refusals: Error[] = [];
  const { socket, heard } = hearingSocket(options);
  try {
    await new Promise<void>((resolve, reject) => {
      client.once("ready", resolve);
      client.once("error", reject);
      client.once("close", () => reject(new Error("Connection lost before handshake")));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      login.secret.use((plaintext) =>
        client.connect({ ...configuration(options, { ...login, plaintext }, refusals), sock: socket }),
      );
    });
    // Calls are many small packets, each of which the other side waits for.
    client.setNoDelay(true);
    return client;
  } catch (error) {
    disconnect(client);
    client.destroy();
    if (isRefusedLogin(error)) noteFailedLogin(options);
    const early = !heard().includes("SSH-") && isHungUp(error) ? refusedConnection(options, heard()) : undefined;
    throw refusals[0] ?? early ?? error;
  }
}

function isRefusedLogin(error: unknown): boolean {
  return (error as { level?: unknown }).level === "client-authentication";
}

function isHungUp(error: unknown): boolean {
  const { message, code } = error as { message?: unknown; code?: unknown };
  return message === "Connection lost before handshake" || code === "ECONNRESET" || code === "EPIPE";
}

interface PlainLogin {
  readonly method: Method;
  readonly login: string;
  readonly plaintext: string;
}

function configuration(
  { host, port, hostKeys }: SshOptions,
  { login, plaintext, method }: PlainLogin,
  refusals: Error[],
) {
  return {
    host,
    port,
    username: login,
    ...(method === "publickey" ? { privateKey: plaintext } : { password: plaintext }),
    tryKeyboard: false,
    readyTimeout: loginTimeoutMs,
    keepaliveInterval: keepaliveMs,
    hostVerifier: (found: Buffer): boolean => {
      const shown = `SHA256:${createHash("sha256").update(found).digest("base64").replace(/=+$/, "")}`;
      if (hostKeys.includes(shown)) return true;
      refusals.push(
        new ConnectorError("config", `The host shows the key ${shown}, which is not among those of the address.`),
      );
      return false;
    },
    authHandler: methods(method, refusals),
  } satisfies ConnectConfig;
}

// First asked without anything, so that a host that takes no passwords is not mistaken for one that refuses this password.
function methods(wanted: Method, refusals: Error[]) {
  const left: AuthenticationType[] = ["none", wanted];
  return (offered: AuthenticationType[] | null): AuthenticationType => {
    const next = left.shift();
    if (next === wanted && offered !== null && !offered.includes(wanted)) {
      refusals.push(
        new ConnectorError("notSupported", `The host takes no ${wanted} for a login, only ${offered.join(", ")}.`),
      );
      return false as unknown as AuthenticationType;
    }
    return next ?? (false as unknown as AuthenticationType);
  };
}

// A whole key with its lines: no password of a Linux machine has a line break, so nothing else can be meant.
const privateKey = /^-----BEGIN ([A-Z ]*)PRIVATE KEY-----\r?\n[^-]+\n-----END \1PRIVATE KEY-----\s*$/;

function methodOf(secret: Secret): Method {
  return secret.use((plaintext) => (privateKey.test(plaintext) ? "publickey" : "password"));
}

/** The name of an account and what may be its password. */
export interface AccountLogin {
  readonly name: string;
  readonly password: Secret;
  readonly signal: AbortSignal;
}

/** Runs something on a connection of its own as an account, by its password; a refused login is an answer. */
export async function asAccount<T>(
  { options }: SshSession,
  login: AccountLogin,
  work: (session: SshSession) => Promise<T>,
): Promise<{ readonly answer: T } | { readonly refused: string }> {
  let client: Client;
  try {
    client = await connect(options, { login: login.name, secret: login.password, method: "password" }, login.signal);
  } catch (error) {
    if (!isRefusedLogin(error)) throw error;
    return { refused: (error as Error).message };
  }
  try {
    return { answer: await work({ client, options: { ...options, sudo: false }, state: { open: true } }) };
  } finally {
    disconnect(client);
  }
}
