import { sessionCookie } from "#api/session-cookie.ts";
import type { KeyedSessionDoor } from "#domain/audit/session-door.ts";
import type { SessionGift } from "#domain/identity/session-gift.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { publicAddressOf } from "#operations/kernel/issuer.ts";
import { beginKeyedSession, type KeyedSession } from "#operations/sessions/engine/begin-keyed-session.ts";
import { withModule } from "#store/module-scope.ts";

import type { TestApi } from "./api.ts";
import { callerOf } from "./service.ts";

/** Door and kind of a session; without them a browser session after a password. */
export interface BegunBy {
  readonly door?: KeyedSessionDoor;
  readonly gift?: SessionGift;
}

/** Begins a session of a user, as a door does after a successful sign-in. */
export async function beginSessionOf(
  context: ServiceContext,
  userId: string,
  { door = "password", gift = "browserSession" }: BegunBy = {},
): Promise<KeyedSession> {
  const [user] = await context.store.select("users", { where: { id: userId } });
  if (user === undefined) throw new Error(`There is no user ${userId}.`);
  const caller = callerOf(user, { kind: "anonymous", key: null });
  const call = { ...context, caller, visible: new Map(), operationId: null, startedAt: context.clock.now() };
  return withModule(caller.module, () =>
    context.store.transaction(() => beginKeyedSession(call, { user, door, gift })),
  );
}

/** A browser session, with the headers that its calls send. */
export interface BrowserSession {
  readonly sessid: string;
  /** The header `Cookie`. */
  readonly cookie: string;
  /** The header `X-CSRF-Token`. */
  readonly csrfToken: string;
  /** Both headers, by name. */
  readonly headers: Readonly<Record<"cookie" | "x-csrf-token", string>>;
}

/** Begins a browser session of a user, without asking for a password. */
export async function beginBrowserSession(
  { context }: Pick<TestApi, "context">,
  userId: string,
): Promise<BrowserSession> {
  const { secret, sessid } = await beginSessionOf(context, userId);
  const [cookie = ""] = sessionCookie({ publicAddress: publicAddressOf(context.settings) }, secret).split(";");
  const csrfToken = context.store.csrfToken(sessid);
  return { sessid, cookie, csrfToken, headers: { cookie, "x-csrf-token": csrfToken } };
}
