import { ConnectorError, type OpenContext } from "#connectors/contract/index.ts";

import type { ScimOptions } from "./address.ts";
import { knownService } from "./known-service.ts";
import { modelOf } from "./model.ts";
import { scimMediaType, send } from "./send.ts";
import type { ScimSession } from "./session.ts";

const one = { startIndex: 1, count: 1 };

/** Opens a session and tests the credential with a harmless call, because a service may describe itself to anyone. */
export async function openSession({ options, credential, signal }: OpenContext<ScimOptions>): Promise<ScimSession> {
  const { login, secret } = await credential("admin");
  const authorization = (): string =>
    secret.use((plaintext) =>
      options.authentication === "bearer"
        ? `Bearer ${plaintext}`
        : `Basic ${Buffer.from(`${login}:${plaintext}`).toString("base64")}`,
    );
  const state = {
    open: true,
    mediaType: scimMediaType,
    finds: new Map<string, boolean>(),
    unpatched: new Set<string>(),
  };
  const session: ScimSession = { options, authorization, known: knownService(options.url), state };
  try {
    await send(session, { method: "GET", path: "/Users", query: one }, signal);
  } catch (error) {
    if (!(error instanceof ConnectorError && error.code === "notFound")) throw error;
    // The service may have its users at another path, or none.
    const [kind] = (await modelOf(session, signal)).kinds;
    if (kind === undefined || kind.endpoint === "/Users") throw error;
    await send(session, { method: "GET", path: kind.endpoint, query: one }, signal);
  }
  return session;
}
