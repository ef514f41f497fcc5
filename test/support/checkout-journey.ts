import { createApi } from "#api/http.ts";
import { Secret } from "#connectors/contract/index.ts";
import type { CheckoutRight } from "#domain/checkouts/checkout-rights.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";

import { createHttpClient, type HttpAnswer } from "./http-client.ts";
import { type Journey, type JourneyOptions, openJourney } from "./journey.ts";

/** Tokens of one session of a person. */
export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A journey whose people also call the REST API. */
export interface CheckoutJourney extends Journey {
  /** Signs one of the people in, in a new session. */
  signIn(id: string): Promise<Session>;
  /** Calls `/v2/…` in a session. */
  call(session: Session, method: "GET" | "POST", path: string, body?: object): Promise<HttpAnswer>;
  /** Returns the password of a check-out, disclosed in a session by the first way that its policy allows. */
  reveal(session: Session, checkoutKey: string): Promise<string>;
  /** Ends a session as its client does. */
  endSession(session: Session): Promise<void>;
}

// Tests call without a rate limit.
const unlimited = { tokenRequestsPerMinuteAndAddress: 0, tokenRequestsPerMinuteAndName: 0, callsPerMinuteAndCaller: 0 };
const password = "a-password-of-the-test";
const connections = 20;

/** Opens a journey with its API; `close` stops both. */
export async function openCheckoutJourney(options: JourneyOptions): Promise<CheckoutJourney> {
  const settings = { publicAddress: "https://gatehouse.example", ...unlimited, ...options.settings };
  const journey = await openJourney({ ...options, settings });
  const { context } = journey;
  await invoke(install, context, engineCaller("cli", "test"), {});
  await letIn(context, options.people ?? []);
  const api = await createApi({ context }).listen({ host: "127.0.0.1", port: 0 });
  const http = createHttpClient(api.address, connections);
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    http.call("POST", path, { form: new URLSearchParams({ client_id: "gatehouse", ...fields }).toString() });
  const opened: CheckoutJourney = {
    ...journey,
    async signIn(username) {
      const answer = await post("/identity/connect/token", { grant_type: "password", username, password });
      if (answer.status !== 200) throw new Error(`${username} was not signed in: ${JSON.stringify(answer.body)}`);
      const body = answer.body as { access_token: string; refresh_token: string };
      return { accessToken: body.access_token, refreshToken: body.refresh_token };
    },
    call: ({ accessToken }, method, path, body) =>
      http.call(method, `/v2/${path}`, { token: accessToken, ...(body && { body }) }),
    reveal: (session, key) => revealed((path, body) => opened.call(session, "POST", path, body), key),
    async endSession({ refreshToken }) {
      const answer = await post("/identity/connect/revocation", { token: refreshToken });
      if (answer.status !== 200) throw new Error(`the session was not ended: ${JSON.stringify(answer.body)}`);
    },
    async close() {
      http.close();
      await api.close();
      await journey.close();
    },
  };
  return opened;
}

/** Returns the password of a check-out, read through `post` (a POST to `/v2/…`): by a token, which is valid once. */
export async function revealed(
  post: (path: string, body: object) => Promise<HttpAnswer>,
  checkoutKey: string,
): Promise<string> {
  const asked = await post(`checkouts(${checkoutKey})/disclose`, {});
  const { token } = asked.body as { token: string };
  const shown = await post(`checkouts(${checkoutKey})/reveal`, { token });
  const { passwords } = shown.body as { passwords?: readonly { content: string }[] };
  const [first] = passwords ?? [];
  if (first === undefined) throw new Error(`nothing was disclosed: ${JSON.stringify([asked.body, shown.body])}`);
  return first.content;
}

async function letIn({ store, ids, passwords }: ServiceContext, people: readonly string[]): Promise<void> {
  const passwordHash = await passwords.hash(new Secret(password));
  const userClassId = "_EXPLICIT_REST_API_USERS_";
  await store.transaction(async () => {
    for (const id of people) {
      const [user] = await store.select("users", { where: { id } });
      if (user === undefined) throw new Error(`no user ${id}`);
      await store.save("users", { key: user.key, passwordHash });
      await store.save("userClassMembers", { key: ids.guid(), userClassId, userKey: user.key });
    }
  });
}

/** Gives people a permission under a policy, as the members of a class of their own. */
export async function giveRight(
  { store, ids, clock }: Pick<ServiceContext, "store" | "ids" | "clock">,
  policyId: string,
  right: CheckoutRight,
  userKeys: readonly string[],
): Promise<void> {
  const userClassId = `${policyId}_${right}`.toUpperCase();
  await store.transaction(async () => {
    await store.save("userClasses", { id: userClassId, description: userClassId });
    for (const userKey of userKeys) await store.save("userClassMembers", { key: ids.guid(), userClassId, userKey });
    await store.add("checkoutRights", { key: ids.guid(), policyId, right, userClassId, grantedAt: clock.now() });
  });
}
