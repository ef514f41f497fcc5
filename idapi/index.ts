import { httpTransport } from "./http-transport.ts";
import { LibraryError } from "./library-error.ts";
import { type LibrarySession, sessionOf } from "./session.ts";
import type { Transport } from "./transport.ts";

export { LibraryError, type LibraryErrorDetail } from "./library-error.ts";
export type { Operations } from "./operations.ts";
export type { LibrarySession, SessionBasics } from "./session.ts";

/** Place of the service: at an address, or in this process on the database of an installation. */
export type ConnectOptions =
  | {
      /** Public address of the service, such as https://gatehouse.example. */
      readonly url: string;
    }
  | {
      /** Address of the database, in the form of DATABASE_URL; the other settings come from the environment. */
      readonly databaseUrl: string;
      /** Settings that precede those of the environment, by their names: `{ GATEHOUSE_DATA: "/var/lib/gatehouse" }`. */
      readonly settings?: Readonly<Record<string, string>>;
    };

/** Library of one service. */
export interface Library {
  /**
   * Begins a session of a user.
   * @throws LibraryError IDAPI_LOGIN_FAILED, in one text and one time, whether the name, the password or the right is
   * wrong
   */
  login(user: string, password: string): Promise<LibrarySession>;
  /** Releases the service; sessions continue until they end by themselves. */
  close(): Promise<void>;
}

/**
 * Opens the library: over HTTP, or in this process for scripts of an installation. Both run the same operations, under
 * the same policies and in the same audit.
 * @throws LibraryError ADDRESS_INVALID
 */
export async function connect(options: ConnectOptions): Promise<Library> {
  const transport = "url" in options ? overHttp(options.url) : await inProcess(options);
  return {
    login: async (user, password) => sessionOf(transport, await transport.logIn(user, password)),
    close: () => transport.close(),
  };
}

function overHttp(url: string): Transport {
  const isWeb = URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol);
  if (isWeb) return httpTransport(url);
  throw new LibraryError({
    code: "ADDRESS_INVALID",
    message: "url must be an address such as https://gatehouse.example.",
  });
}

async function inProcess({ databaseUrl, settings = {} }: Extract<ConnectOptions, { databaseUrl: string }>) {
  // A caller over HTTP needs no code of the service itself.
  const { openInProcess } = await import("./in-process-transport.ts");
  return openInProcess({ ...settings, DATABASE_URL: databaseUrl });
}
