import { createHash } from "node:crypto";

import type { AnyAuthMethod, AuthenticationType, Client, ConnectConfig } from "ssh2";

import { ConnectorError, type Credential } from "#connectors/contract/index.ts";

import type { SshOptions } from "./address.ts";
import { keyboardMethod } from "./keyboard.ts";
import { hearingSocket, noteFailedLogin, refusedConnection, requireRested } from "./penalties.ts";

// Milliseconds for the host from the first packet to the end of the login.
const loginTimeoutMs = 20_000;

const bannerCharactersMax = 500;

// A connection that is cut silently is detected after three of these intervals.
const keepaliveMs = 10_000;

/** Authentication method of a login. */
export type Method = "password" | "publickey";

/** Closes a connection, even a broken one; never throws. */
export function disconnect(client: Client): void {
  client.end();
}

/**
 * Connects and logs in. A password is sent by the method of that name or, if the host does not offer it, by keyboard-interactive.
 * @throws config for an unknown host, notSupported if the host accepts no passwords or asks for more than one, busy while it
 * accepts no connection from here
 */
export async function connect(
  options: SshOptions,
  login: Credential & { readonly method: Method },
  signal: AbortSignal,
): Promise<Client> {
  // Loaded with the first connection: most proxies have no target of this kind, and loading would slow down each start.
  const { default: ssh2 } = await import("ssh2");
  signal.throwIfAborted();
  requireRested(options);
  const client = new ssh2.Client();
  // Without a listener a late error would end the whole process.
  client.on("error", () => {});
  const refusals: Error[] = [];
  const { socket, heard } = hearingSocket(options);
  // PAM's reason for not letting an account in comes as a banner, beside the notices of the site.
  const banners: string[] = [];
  client.on("banner", (words) => void banners.push(words));
  try {
    await new Promise<void>((resolve, reject) => {
      client.once("ready", resolve);
      client.once("error", reject);
      let isLoggingIn = false;
      client.once("handshake", () => (isLoggingIn = true));
      client.once("close", () =>
        reject(isLoggingIn ? new EndedLogin(banners) : new Error("Connection lost before handshake")),
      );
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      // Rejected immediately: the host waits for an answer that it never gets.
      const refuse = (reason: Error): void => {
        refusals.push(reason);
        reject(reason);
      };
      client.once("change password", (words) =>
        refuse(new ConnectorError("notSupported", `The host wants a new password first: "${words}".`)),
      );
      login.secret.use((plaintext) =>
        client.connect({ ...configuration(options, { ...login, plaintext, refuse }, refusals), sock: socket }),
      );
    });
    // Calls are many small packets, and the other side waits for each of them.
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

/**
 * Error of a host that has ended the connection during a login, often because the password is right and another rule keeps the
 * account out.
 */
export class EndedLogin extends ConnectorError {
  constructor(banners: readonly string[]) {
    const said = banners.join("\n").trim().slice(-bannerCharactersMax);
    const words =
      "The host has ended the connection during the login. Its rules for accounts (an end, pam_access, nologin) may be why.";
    super("unreachable", said === "" ? words : `${words} It said: ${said}`);
  }
}

/** Returns true if an error means that the host has refused a login. */
export function isRefusedLogin(error: unknown): boolean {
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
  refuse(reason: Error): void;
}

function configuration({ host, port, hostKeys }: SshOptions, login: PlainLogin, refusals: Error[]) {
  return {
    host,
    port,
    username: login.login,
    ...(login.method === "publickey" ? { privateKey: login.plaintext } : { password: login.plaintext }),
    readyTimeout: loginTimeoutMs,
    keepaliveInterval: keepaliveMs,
    hostVerifier: (found: Buffer): boolean => {
      const shown = `SHA256:${createHash("sha256").update(found).digest("base64").replace(/=+$/, "")}`;
      if (hostKeys.includes(shown)) return true;
      const words = `The host shows the key ${shown}, and the address knows ${hostKeys.join(", ")}.`;
      const advice =
        "Compare it on the host itself: another machine may answer in its place, or its keys were made anew.";
      refusals.push(new ConnectorError("config", `${words} ${advice}`));
      return false;
    },
    authHandler: methods(login),
  } satisfies ConnectConfig;
}

const none = false as unknown as AuthenticationType;

// The first attempt has no credentials, so that a host that accepts no passwords is not mistaken for one that refuses this
// password.
function methods(login: PlainLogin) {
  let asked = 0;
  return (offered: AuthenticationType[] | null, partialSuccess: boolean | null): AuthenticationType | AnyAuthMethod => {
    asked += 1;
    if (asked === 1) return "none";
    if (partialSuccess === true)
      login.refuse(
        new ConnectorError(
          "notSupported",
          `The host wants a further proof beside ${login.method}: ${(offered ?? []).join(", ")}.`,
        ),
      );
    // Only one method is tried, because the machine counts each refusal.
    if (asked > 2) return none;
    const { method } = login;
    if (offered === null || offered.includes(method)) return method;
    if (method === "password" && offered.includes("keyboard-interactive"))
      return keyboardMethod(login, (reason) => login.refuse(reason));
    login.refuse(
      new ConnectorError("notSupported", `The host takes no ${method} for a login, only ${offered.join(", ")}.`),
    );
    return none;
  };
}
