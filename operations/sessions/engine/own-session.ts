import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Returns the browser session with which a call is made.
 * @throws SESSION_INVALID if the call is made otherwise
 */
export async function ownSession({ store, caller }: CallContext): Promise<Row<"keyedSessions">> {
  const session = caller.jti === caller.sessid ? await store.get("keyedSessions", caller.sessid) : undefined;
  if (session?.gift === "browserSession" && session.userKey === caller.key) return session;
  throw new ServiceError("SESSION_INVALID", { message: "This is for the session of a browser. Sign in by its page." });
}
