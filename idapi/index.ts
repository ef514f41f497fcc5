import { httpTransport } from "./http-transport.ts";
import { LibraryError } from "./library-error.ts";
import { type LibrarySession, sessionOf } from "./session.ts";
import type { Transport } from "./transport.ts";

export { LibraryError, type LibraryErrorDetail } from "./library-error.ts";
export type { Operations } from "./operations.ts";
export type { LibrarySession, SessionBasics } from "./session.ts";

/** Where the service is: at an address, or in this process on the database of an installation. */
export type ConnectOptions =
  | {
      /** The public address of the service, such as https://gatehouse.example. */
      readonly url: string;
    }
  | {
      /** As DATABASE_URL has it; the other settings come from the environment. */
      readonly databaseUrl: string;
      /** Settings before those of the environment, by their names: `{ GATEHOUSE_DATA: "/var/lib/gatehouse" }`. */
      readonly settings?: Readonly<Record<string, string>>;
    };

/** The library of one service. */
export interface Library {
  /**
   * Begins a session of a user.
   * @throws LibraryError IDAPI_LOGIN_FAILED, in one text and one time, for whatever is wrong with the name, the password or the right
   */
  login(user: string, password: string): Promise<LibrarySession>;
  /** Lets go of the service; sessions go on until they end by themselves. */
  close(): Promise<void>;
}

/**
 * Opens the library: over HTTP, or in this process for scripts of an installation. Whichever way, the same operations run under the same
 * policies and in the same audit.
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
  // Who calls over HTTP needs nothing of the service itself.
  const { openInProcess } = await import("./in-process-transport.ts");
  return openInProcess({ ...settings, DATABASE_URL: databaseUrl });
}
