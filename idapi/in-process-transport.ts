import { offeredNamed } from "#api/offered/offered-operations.ts";
import { composeService } from "#bin/compose.ts";
import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { ModuleName } from "#domain/module-name.ts";
import { anonymousCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { createSessionAuthenticator } from "#operations/sessions/engine/session-authenticator.ts";
import { logIn } from "#operations/sessions/log-in.ts";
import { logOut } from "#operations/sessions/log-out.ts";
import { momentText } from "#platform/moment-text.ts";
import { readSettings } from "#platform/settings/settings.ts";

import { LibraryError } from "./library-error.ts";
import type { Transport } from "./transport.ts";

/**
 * Opens the service of an installation on its database in this process, and returns the transport to it. The given
 * settings precede those of the environment.
 */
export async function openInProcess(given: Readonly<Record<string, string>>): Promise<Transport> {
  const service = await composeService(readSettings({ ...process.env, ...given }), ModuleName.Idapi, {
    dispatch: "none",
  });
  return { ...transportOf(service.context), close: () => service.close() };
}

/** Makes the transport to a service in this process. */
export function transportOf(context: ServiceContext): Omit<Transport, "close"> {
  const { ids } = context;
  const authenticate = createSessionAuthenticator(context);
  const origin = () => ({ module: ModuleName.Idapi, requestId: ids.guid() });
  const callerOf = (sessionKey: string) => authenticate(new Secret(sessionKey), "librarySession", origin());
  return {
    logIn: (user, password) =>
      told(async () => {
        const caller = anonymousCaller({ ...origin(), sessid: ids.guid() });
        const login = { user, password: new Secret(password), door: "library" } as const;
        const { secret, expiresAt } = await logIn(context, caller, login);
        return { sessionKey: secret.use((text) => text), expiresAt: momentText(expiresAt) };
      }),
    call: (name, input, sessionKey) =>
      told(async () => {
        const caller = await callerOf(sessionKey);
        const offered = offeredNamed(name);
        if (offered === undefined) throw new ServiceError("NOT_FOUND");
        return plain(await offered.run(context, caller, plain(input)));
      }),
    logOut: (sessionKey) =>
      told(async () => {
        await invoke(logOut, context, await callerOf(sessionKey), {});
      }),
  };
}

/** Returns a value as it would have come over HTTP: the caller shares no object with the service. */
const plain = (value: unknown): unknown => (value === undefined ? {} : (JSON.parse(JSON.stringify(value)) as unknown));

async function told<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, target, details } = error;
    throw new LibraryError({ code, message, target, details });
  }
}
