import { createApi } from "#api/http.ts";
import { composeService } from "#bin/compose.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { createPasswordHasher } from "#operations/proofs/password-hasher.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { readSettings } from "#platform/settings/settings.ts";

/**
 * Serves the process `api` as in production, including its log and its queue for passwords; only the engine is absent, because
 * nothing is requested. Database and folder are the arguments of the process; its parent receives the address.
 */
export async function serve(change: (context: ServiceContext) => ServiceContext = (context) => context): Promise<void> {
  const [databaseUrl = "", folder = ""] = process.argv.slice(2);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const settings = readSettings({
    GATEHOUSE_DATA: folder,
    DATABASE_URL: databaseUrl,
    PUBLIC_ADDRESS: address,
    CALLS_PER_MINUTE_AND_CALLER: "1000000000",
    TOKEN_REQUESTS_PER_MINUTE_AND_ADDRESS: "1000000000",
    TOKEN_REQUESTS_PER_MINUTE_AND_NAME: "1000000000",
  });
  const { context } = await composeService(settings, "api", { dispatch: "none" });
  const served = change({ ...context, passwords: createPasswordHasher() });
  await createApi({ context: served }).listen({ host: "127.0.0.1", port });
  process.send?.(address);
}
