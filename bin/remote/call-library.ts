import type { StructuredType } from "#api/odata/structured-type.ts";
import { httpTransport } from "#idapi/http-transport.ts";
import { LibraryError } from "#idapi/library-error.ts";
import { apiFailure } from "#platform/connection-cause.ts";

import { addressOptions } from "../address-options.ts";
import { CliError, ExitCode } from "../cli-error.ts";
import { refusalOf } from "../rest-client.ts";
import type { Identity } from "../sign-in-options.ts";
import { insideForm, outsideForm } from "./inside-form.ts";

/** A session of the library, for operations without a REST route. */
export interface LibrarySession {
  call(name: string, result: StructuredType | null, input: unknown): Promise<unknown>;
  close(): Promise<void>;
}

const libraryRight = "by default by the class _EXPLICIT_API_USERS_";

/**
 * Starts a session of the library.
 * @throws CliError
 */
export async function openLibrary(url: string, identity: Identity): Promise<LibrarySession> {
  if ("token" in identity) {
    throw new CliError(
      "This command calls the library of the service, which takes no access token: say --user and --password-file.",
      ExitCode.Usage,
    );
  }
  const { user, password } = identity;
  const transport = httpTransport(url);
  const told = async <T>(run: Promise<T>): Promise<T> => {
    try {
      return await run;
    } catch (error) {
      throw refused(url, error);
    }
  };
  const { sessionKey } = await told(password.use((text) => transport.logIn(user, text)));
  return {
    async call(name, result, input) {
      const answer = await told(transport.call(name, outsideForm(input), sessionKey));
      return result && insideForm(result, answer);
    },
    close: () => told(transport.logOut(sessionKey)),
  };
}

function refused(url: string, error: unknown): unknown {
  if (!(error instanceof LibraryError)) return error;
  const { code, message, details, cause } = error;
  if (code === "SERVICE_UNREACHABLE")
    return new CliError(
      `${message} ${apiFailure(url, cause, addressOptions.join(" or "))}`,
      ExitCode.Unreachable,
      error,
    );
  if (code !== "IDAPI_LOGIN_FAILED") return refusalOf({ code, message, details });
  return new CliError(
    `${code}: ${message} This command calls the library of the service, which the policy idapi_login_post_create allows: ${libraryRight}.`,
  );
}
