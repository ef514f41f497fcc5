import { Client, PasswordPolicyControl, PasswordPolicyError } from "ldapts";

import { ConnectorError, type OpenContext } from "#connectors/contract/index.ts";

import type { ConnectionOptions } from "./address.ts";
import { mapLdapError, resultCodeOf } from "./errors.ts";
import { warningsOf } from "./password-warnings.ts";
import { keepReferrals } from "./referrals.ts";

/** What every session with a directory has: a connection on which the administrator is logged in. */
export interface LdapConnection {
  readonly client: Client;
}

// How long the directory may take to accept a connection.
const connectTimeoutMs = 10_000;

// How long the directory may take to answer one message.
const answerTimeoutMs = 30_000;

// By these a login is refused: locked, no such entry, no DN, no password, a wrong one, disabled.
const refusals = new Set([19, 32, 34, 48, 49, 53]);

/**
 * Connects and logs in as the administrator; nothing stays open when it throws. What the directory says of the administrator's
 * own password is logged, and handed on.
 * @throws badCredentials naming the login and why the directory refuses it
 */
export async function connectAsAdministrator(
  context: OpenContext<ConnectionOptions>,
  mapError: (error: unknown) => ConnectorError | undefined = mapLdapError,
  onWarning: (words: string) => void = () => {},
): Promise<Client> {
  const { login, secret } = await context.credential("admin");
  const client = await connect(context.options, context.signal);
  try {
    // An empty password makes an anonymous login of it, which the directory accepts.
    if (secret.isEmpty) throw new ConnectorError("badCredentials", "The administrator's password is empty.");
    const control = new PasswordPolicyControl();
    await secret.use((plaintext) => client.bind(login, plaintext, control));
    // It would be let in, and everything it asks for then be refused.
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

/** Connects without logging in, encrypted as the options say. */
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
    // An IPv6 address stands in brackets in a URL, and without them in a certificate.
    const host = new URL(options.url).hostname.replace(/^\[|\]$/g, "");
    if (options.startTls) await client.startTLS({ ...tlsOptions, host });
  } catch (error) {
    await disconnect(client);
    throw error;
  }
  return client;
}

/**
 * Whether a client still has its connection. The library does not notice the end of one that StartTLS has encrypted, and goes
 * on writing to it.
 */
export function isConnected(client: Client): boolean {
  const { socket } = client as unknown as { readonly socket?: { readonly writable: boolean } };
  return client.isConnected && socket?.writable === true;
}

/** Ends a connection, also a broken one; never throws. */
export async function disconnect(client: Client): Promise<void> {
  await client.unbind().catch(() => {});
}

/**
 * The client, if the administrator is still logged in on it: after a lost connection the library would connect again by
 * itself and go on without a login.
 * @throws unreachable, for nothing was sent yet
 */
export function boundClient({ client }: LdapConnection): Client {
  if (!client.isBound) throw new ConnectorError("unreachable", "The connection to the directory was lost.");
  return client;
}
