import { createHash } from "node:crypto";

import ssh2, { type AuthenticationType, type Client, type ConnectConfig } from "ssh2";

import { ConnectorError, type Credential, type OpenContext, type Secret } from "#connectors/contract/index.ts";

import type { SshOptions } from "./address.ts";
import { run } from "./command.ts";

/** A connection on which the administrator is logged in. */
export interface SshSession {
  readonly client: Client;
  readonly options: SshOptions;
  readonly state: { open: boolean };
}

// How long the host may take from the first packet to the end of the login.
const loginTimeoutMs = 20_000;

// A connection that is cut without a word is noticed after three of these.
const keepaliveMs = 10_000;

/**
 * Connects, checks the host and logs in.
 * @throws config for an unknown host, badCredentials, permission when the login does not act as root
 */
export async function openSession({ options, credential, signal }: OpenContext<SshOptions>): Promise<SshSession> {
  const client = await connect(options, await credential("admin"), signal);
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

/**
 * Connects and logs in, with a private key when the secret is one, else with a password.
 * @throws config for an unknown host, notSupported when the host takes no passwords
 */
async function connect(options: SshOptions, login: Credential, signal: AbortSignal): Promise<Client> {
  signal.throwIfAborted();
  const client = new ssh2.Client();
  // Without a listener an error that comes later would end the whole process.
  client.on("error", () => {});
  const refusals: Error[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      client.once("ready", resolve);
      client.once("error", reject);
      client.once("close", () => reject(new Error("Connection lost before handshake")));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      login.secret.use((plaintext) => client.connect(configuration(options, { ...login, plaintext }, refusals)));
    });
    // Calls are many small packets, each of which the other side waits for.
    client.setNoDelay(true);
    return client;
  } catch (error) {
    disconnect(client);
    client.destroy();
    throw refusals[0] ?? error;
  }
}

interface PlainLogin {
  readonly login: string;
  readonly plaintext: string;
}

function configuration({ host, port, hostKeys }: SshOptions, { login, plaintext }: PlainLogin, refusals: Error[]) {
  const key = isPrivateKey(plaintext);
  return {
    host,
    port,
    username: login,
    ...(key ? { privateKey: plaintext } : { password: plaintext }),
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
    authHandler: methods(key ? "publickey" : "password", refusals),
  } satisfies ConnectConfig;
}

// First asked without anything, so that a host that takes no passwords is not mistaken for one that refuses this password.
function methods(wanted: "password" | "publickey", refusals: Error[]) {
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

function isPrivateKey(text: string): boolean {
  return text.startsWith("-----BEGIN ");
}

/** Runs something on a connection of its own as an account; a refused login is an answer. */
export async function asAccount<T>(
  { options }: SshSession,
  login: { readonly name: string; readonly password: Secret; readonly signal: AbortSignal },
  work: (session: SshSession) => Promise<T>,
): Promise<{ readonly answer: T } | { readonly refused: string }> {
  let client: Client;
  try {
    client = await connect(options, { login: login.name, secret: login.password }, login.signal);
  } catch (error) {
    if ((error as { level?: unknown }).level !== "client-authentication") throw error;
    return { refused: (error as Error).message };
  }
  try {
    return { answer: await work({ client, options: { ...options, sudo: false }, state: { open: true } }) };
  } finally {
    disconnect(client);
  }
}
