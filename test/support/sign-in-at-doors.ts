import type { ChainFactName } from "#domain/chains/chain-facts.ts";
import type { SignInDoorName } from "#domain/chains/sign-in-doors.ts";

import type { TestAnswer, TestApi } from "./api.ts";
import { testPublicAddress } from "./api.ts";
import { handleOf } from "./authorization-page.ts";
import { enrolCodes } from "./one-time-codes.ts";
import { pkce, register } from "./registered-clients.ts";
import { message, sendSoap } from "./soap-messages.ts";

/** User who signs in at every door. */
export const personAtDoors = "ada";
/** An existing client that may get everything that a door gives. */
export const namedClient = "kiosk";
const back = "https://kiosk.example/back";
const header = { origin: "https://intranet.example", "accept-language": "de,en" };
const provider = "elsewhere";

/** Result of a sign-in at a door: signed in, asked for another step, or refused. */
export type Come = "in" | "asked" | "refused";

/** A sign-in at a door with a name and a password. */
export interface DoorDriver {
  /** Facts by which its chain is selected; the door has no value for an absent one. */
  readonly facts: Readonly<Partial<Record<ChainFactName, string>>>;
  /** Begins a sign-in; returns a function that continues with name and password. */
  begin(api: TestApi): Promise<() => Promise<Come>>;
  /** Begins there and names a client, or none. */
  say?(api: TestApi, clientId?: string): Promise<TestAnswer>;
}

/** Adds the user, the help desk and the client of these sign-ins. */
export async function prepareDoors(api: TestApi): Promise<void> {
  const classes = ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"];
  await enrolCodes(api, await api.addUser(personAtDoors, { classes }));
  await api.addUser("desk", { classes: [...classes, "_HELP_DESK_"] });
  await register(api.context, {
    id: namedClient,
    isPublic: true,
    firstParty: true,
    redirectUris: [back],
    grants: ["password", "authorization_code", "refresh_token"],
  });
  await Promise.all([api.tokenOf("desk"), tokenOf(api)]);
}

const password = `password-of-${personAtDoors}`;
/** Fields of a sign-in. */
export const login = { userName: personAtDoors, password };
const known = { ip: "127.0.0.1", userName: personAtDoors };
const inBrowser = { origin: header.origin, language: "de" };
const ours = { ...known, client: "gatehouse" };

const cookieOf = ({ headers }: TestAnswer) => String(headers["set-cookie"]).split(";", 1)[0] ?? "";
const namesOf = ({ json }: TestAnswer) =>
  ((json?.fields ?? json?.asked?.fields ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);

/**
 * Returns the result in a JSON answer. Chains with a second step ask for `code`; those for a forgotten password end with a new password.
 */
export function comeBy(answer: TestAnswer): Come {
  if (answer.json?.end === "ALLOW" || ["identified", "proved"].includes(answer.json?.state)) return "in";
  if (namesOf(answer).includes("newPassword")) return "in";
  return namesOf(answer).includes("code") ? "asked" : "refused";
}

function comeOnPage({ status, text }: TestAnswer): Come {
  if (status === 303 || status === 302 || text.includes('name="newPassword"')) return "in";
  return text.includes('name="code"') ? "asked" : "refused";
}

const attempts = "/identity/sign-in/attempts";

function byAttempt(more: object): Pick<DoorDriver, "begin" | "say"> {
  const beginWith = (api: TestApi, clientId?: string) =>
    api.send("POST", attempts, { body: { ...more, ...saying(clientId) }, headers: header });
  return {
    async begin(api) {
      const begun = await beginWith(api);
      const step = { body: { fields: login }, headers: { cookie: cookieOf(begun) } };
      return async () => comeBy(await api.send("POST", `${attempts}/${begun.json.attempt}/steps`, step));
    },
    say: beginWith,
  };
}

/** Sign-in at each door, by its name. */
export const doorDrivers: Readonly<Record<SignInDoorName, DoorDriver>> = {
  attempts: {
    facts: { ...known, ...inBrowser, client: namedClient, provider },
    ...byAttempt({ clientId: namedClient, provider }),
  },
  forgottenByProgram: { facts: { ...ours, ...inBrowser }, ...byAttempt({ purpose: "forgotPassword" }) },
  signInPage: {
    facts: { ...known, ...inBrowser, client: namedClient },
    async begin(api) {
      const page = await open(api);
      const form = { handle: handleOf(page), ...login };
      const headers = { origin: "null", cookie: cookieOf(page) };
      return async () => comeOnPage(await api.send("POST", "/identity/connect/sign-in", { form, headers }));
    },
    say: open,
  },
  forgottenPage: {
    facts: { ...ours, ...inBrowser },
    async begin(api) {
      const path = "/identity/connect/forgot-password";
      const page = await api.send("POST", path, { form: {}, headers: header });
      const form = { handle: handleOf(page), ...login };
      return async () => comeOnPage(await api.send("POST", path, { form, headers: { cookie: cookieOf(page) } }));
    },
  },
  browser: {
    facts: { ...ours, origin: testPublicAddress, language: "de", provider },
    async begin(api) {
      const begun = await beginInBrowser(api);
      const step = { body: { fields: login }, headers: { cookie: cookieOf(begun) } };
      return async () => comeBy(await api.send("POST", `/react/session/${begun.json.attempt}`, step));
    },
    say: beginInBrowser,
  },
  helpDesk: {
    facts: ours,
    async begin(api) {
      const [user] = await api.store.select("users", { where: { id: personAtDoors }, limit: 1 });
      const path = `/v2/users(${user?.key})`;
      const begun = await api.send("POST", `${path}/identify`, { as: "desk", body: {}, headers: header });
      const body = { attempt: begun.json.attempt, fields: { password } };
      return async () => comeBy(await api.send("POST", `${path}/answerIdentification`, { as: "desk", body }));
    },
  },
  proof: {
    facts: { ...known, client: namedClient },
    async begin(api) {
      const [user] = await api.store.select("users", { where: { id: personAtDoors }, limit: 1 });
      const path = `/v2/users(${user?.key})`;
      const headers = { ...header, authorization: `Bearer ${await tokenOf(api)}` };
      const begun = await api.send("POST", `${path}/prove`, { body: {}, headers });
      const body = { attempt: begun.json.attempt, fields: { password } };
      return async () => comeBy(await api.send("POST", `${path}/answerProof`, { body, headers }));
    },
  },
  token: {
    facts: { ...known, client: namedClient },
    begin: async (api) => async () => {
      const form = { grant_type: "password", client_id: namedClient, username: personAtDoors, password };
      const { status, text } = await api.send("POST", "/identity/connect/token", { form, headers: header });
      return status === 200 ? "in" : text.includes("SIGN_IN_INTERACTIVE") ? "asked" : "refused";
    },
  },
  library: {
    facts: ours,
    begin: async (api) => async () => {
      const body = { user: personAtDoors, password };
      const { status, json } = await api.send("POST", "/idapi/login", { body, headers: header });
      return status === 200 ? "in" : json.error?.code === "SIGN_IN_INTERACTIVE" ? "asked" : "refused";
    },
    say: (api, clientId) =>
      api.send("POST", "/idapi/login", { body: { user: personAtDoors, password, ...saying(clientId) } }),
  },
  soap: {
    facts: ours,
    begin: async (api) => async () => {
      const fields = `<user>${personAtDoors}</user><password>${password}</password>`;
      const { status, code } = await sendSoap(api, message("login", null, fields), header);
      return status === 200 ? "in" : code === "SIGN_IN_INTERACTIVE" ? "asked" : "refused";
    },
  },
};

/** Tokens of sessions that were begun for a client, before any chain had a second step. */
const sessions = new WeakMap<TestApi, Promise<string>>();
function tokenOf(api: TestApi): Promise<string> {
  const token =
    sessions.get(api) ??
    api.signIn(personAtDoors, { client_id: namedClient }).then(({ json }) => String(json.access_token));
  sessions.set(api, token);
  return token;
}

const saying = (clientId: string | undefined) => (clientId === undefined ? {} : { clientId });

function open(api: TestApi, clientId = namedClient): Promise<TestAnswer> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: back,
    scope: "api",
    code_challenge: pkce.challenge,
    code_challenge_method: "S256",
  });
  return api.send("GET", `/identity/connect/authorize?${query.toString()}`, { headers: header });
}

function beginInBrowser(api: TestApi, clientId?: string): Promise<TestAnswer> {
  const headers = { ...header, origin: testPublicAddress };
  return api.send("POST", "/react/session", { body: { provider, ...saying(clientId) }, headers });
}
