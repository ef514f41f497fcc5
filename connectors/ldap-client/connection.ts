import { Client, PasswordPolicyControl, PasswordPolicyError } from "ldapts";

import { ConnectorError, type OpenContext } from "#connectors/contract/index.ts";

import type { ConnectionOptions } from "./address.ts";
import { mapLdapError, resultCodeOf } from "./errors.ts";
import { warningsOf } from "./password-warnings.ts";
import { keepReferrals } from "./referrals.ts";

/** Connection with a directory on which the administrator is logged in; every session has one. */
export interface LdapConnection {
  readonly client: Client;
}

// Milliseconds until a connection attempt times out.
const connectTimeoutMs = 10_000;

// Milliseconds until the answer to one message times out.
const answerTimeoutMs = 30_000;

// Result codes of a refused login: locked, no such entry, no DN, no password, a wrong one, disabled.
const refusals = new Set([19, 32, 34, 48, 49, 53]);

/**
 * Connects and logs in as the administrator; leaves nothing open if it throws. Warnings of the directory about the administrator's
 * own password are logged and passed to `onWarning`.
 * @throws badCredentials naming the login and the directory's reason
 */
export async function connectAsAdministrator(
  context: OpenContext<ConnectionOptions>,
  mapError: (error: unknown) => ConnectorError | undefined = mapLdapError,
  onWarning: (words: string) => void = () => {},
): Promise<Client> {
  const { login, secret } = await context.credential("admin");
  const client = await connect(context.options, context.signal);
  try {
    // An empty password would be an anonymous login, which the directory accepts.
    if (secret.isEmpty) throw new ConnectorError("badCredentials", "The administrator's password is empty.");
    const control = new PasswordPolicyControl();
    await secret.use((plaintext) => client.bind(login, plaintext, control));
    // The login would succeed and every request after it be refused.
    if (control.value?.error === PasswordPolicyError.ChangeAfterReset)
      throw new ConnectorError("badCredentials", `The administrator "${login}" must change its password first.`);
    for (const said of warningsOf(control)) {
      const words = `Of the administrator "${login}": ${said}`;
      context.log.warn(words);
      onWarning(words);
    }
    return client;
  } catch (error) {
    await disconnect(client);
    throw refusedLogin(login, error, mapError(error));
  }
}

function refusedLogin(login: string, error: unknown, mapped: ConnectorError | undefined): unknown {
  const code = resultCodeOf(error);
  if (code === undefined || mapped === undefined || !refusals.has(code)) return error;
  const { message, targetCode = code, detail } = mapped;
  const words = `The directory refuses the administrator's login "${login}": ${message.replace(/\.$/, "")} (result code ${code}).`;
  return new ConnectorError("badCredentials", words, { targetCode, ...(detail && { detail }), cause: error });
}

/** Connects without a login, encrypted as the options require. */
export async function connect(options: ConnectionOptions, signal?: AbortSignal): Promise<Client> {
  signal?.throwIfAborted();
  const tlsOptions = options.tls && {
    rejectUnauthorized: options.tls.rejectUnauthorized,
    ...(options.tls.ca !== undefined && { ca: options.tls.ca }),
    ...(options.tls.serverName !== undefined && { servername: options.tls.serverName }),
  };
  const secure = /^ldaps:/i.test(options.url);
  // TLS options on an ldap:// address would turn TLS on at once.
  const client = new Client({
    url: options.url,
    timeout: answerTimeoutMs,
    connectTimeout: connectTimeoutMs,
    ...(secure && { tlsOptions: tlsOptions ?? {} }),
  });
  keepReferrals(client);
  signal?.addEventListener("abort", () => void disconnect(client), { once: true });
  try {
    // An IPv6 address has brackets in a URL, but not in a certificate.
    const host = new URL(options.url).hostname.replace(/^\[|\]$/g, "");
    if (options.startTls) await client.startTLS({ ...tlsOptions, host });
  } catch (error) {
    await disconnect(client);
    throw error;
  }
  return client;
}

/**
 * Returns true if a client still has its connection. The library does not notice the end of a connection encrypted by StartTLS and
 * continues writing to it.
 */
export function isConnected(client: Client): boolean {
  const { socket } = client as unknown as { readonly socket?: { readonly writable: boolean } };
  return client.isConnected && socket?.writable === true;
}

/** Closes a connection, even a broken one; never throws. */
export async function disconnect(client: Client): Promise<void> {
  await client.unbind().catch(() => {});
}

/**
 * Returns the client if the administrator is still logged in on it. After a lost connection the library would reconnect by itself
 * and continue without a login.
 * @throws unreachable, because nothing was sent yet
 */
export function boundClient({ client }: LdapConnection): Client {
  if (!client.isBound) throw new ConnectorError("unreachable", "The connection to the directory was lost.");
  return client;
}
