import { Agent, request, type RequestListener } from "node:http";

import type { FailedConnectors, HealthCheck } from "#api/health.ts";
import { createApi } from "#api/http.ts";
import type { RouteDefinition } from "#api/route.ts";
import { Secret } from "#connectors/contract/index.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import type { Row } from "#store/tables.ts";

import { redirectSpy } from "./redirects.ts";
import { callerOf, openTestService, type TestService, type TestServiceOptions } from "./service.ts";

/** Parts of a call that a test sends. */
export interface TestCall {
  /** ID of the calling user; without it the call is anonymous. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** An object is sent as JSON; text and bytes are sent as they are. */
  readonly body?: unknown;
  /** Fields that are sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
}

/** The answer to a call. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any field of an answer
  readonly json: any;
}

/** The REST API over real services, listening on a free port of this machine. */
export interface TestApi extends TestService {
  readonly address: string;
  readonly port: number;
  /** Every route of the API, as its router lists them. */
  readonly routes: readonly RouteDefinition[];
  /** Adds a user with the password `password-of-<id>`. */
  addUser(id: string, part?: Partial<Row<"users">> & { classes?: readonly string[] }): Promise<Row<"users">>;
  /** Gives existing users their passwords and the right to sign in. */
  letIn(...users: readonly Pick<Row<"users">, "key" | "id">[]): Promise<void>;
  /** Signs a user in and returns the whole answer of the token endpoint. */
  signIn(id: string, fields?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** Returns the access token of a user, who signs in once. */
  tokenOf(id: string): Promise<string>;
  send(method: string, path: string, call?: TestCall): Promise<TestAnswer>;
  /** Answers calls without a connection. */
  readonly listener: RequestListener;
}

/** Options of a test's API. */
export interface TestApiOptions extends TestServiceOptions {
  readonly extraRoutes?: readonly RouteDefinition[];
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  readonly failedConnectors?: FailedConnectors;
}

/** Public address that the tests configure; nothing connects to it. */
export const testPublicAddress = "https://gatehouse.example";

// Tests call without a rate limit; those of the limits set their own.
const unlimited = {
  tokenRequestsPerMinuteAndAddress: 0,
  tokenRequestsPerMinuteAndName: 0,
  callsPerMinuteAndCaller: 0,
};

/** Opens the API: an installed database, the superuser `root`, who is added to an empty database, and a listening server. */
export async function openTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const service = await openTestService({
    ...options,
    settings: { publicAddress: testPublicAddress, ...unlimited, ...options.settings },
  });
  const { context } = service;
  const engine = callerOf({ key: "", id: "setup", superuser: false }, { kind: "engine", key: null, module: "load" });
  await invoke(install, context, engine, {});
  const api = createApi({
    context,
    ...(options.extraRoutes ? { extraRoutes: options.extraRoutes } : {}),
    ...(options.checks ? { checks: options.checks } : {}),
    ...(options.failedConnectors ? { failedConnectors: options.failedConnectors } : {}),
  });
  const running = await api.listen({ host: "127.0.0.1", port: 0 });
  // A connection for each call took a sixth of the time of tests with many calls.
  const agent = new Agent({ keepAlive: true });
  const tokens = new Map<string, Promise<string>>();
  const requireKnownRedirect = redirectSpy(api.routes, testPublicAddress);

  const opened: TestApi = {
    ...service,
    address: running.address,
    port: running.port,
    routes: api.routes,
    listener: api.callback(),
    addUser: (id, part = {}) => addUser(service, id, part),
    async letIn(...users) {
      for (const { key, id } of users) await letIn(service, { key, id });
    },
    signIn: (id, fields = {}) =>
      opened.send("POST", "/identity/connect/token", {
        form: {
          grant_type: "password",
          client_id: "gatehouse",
          username: id,
          password: `password-of-${id}`,
          ...fields,
        },
      }),
    tokenOf(id) {
      const token = tokens.get(id) ?? opened.signIn(id).then(({ json }) => String(json.access_token));
      tokens.set(id, token);
      return token;
    },
    async send(method, path, call = {}) {
      const bearer = call.as === undefined ? {} : { authorization: `Bearer ${await opened.tokenOf(call.as)}` };
      const [body, type] = bodyOf(call);
      const headers = { ...bearer, ...(type === undefined ? {} : { "content-type": type }), ...call.headers };
      const answer = await send({ agent, port: running.port, method, path, headers }, body);
      const { location } = answer.headers;
      requireKnownRedirect({ method, path }, { status: answer.status, location: [location ?? []].flat()[0] });
      return answer;
    },
    async close() {
      agent.destroy();
      await running.close();
      await service.close();
    },
  };
  if (options.opened === undefined) await opened.addUser("root", { superuser: true });
  return opened;
}

async function addUser(
  service: TestService,
  id: string,
  { classes, ...part }: Partial<Row<"users">> & { classes?: readonly string[] },
): Promise<Row<"users">> {
  const { store, ids } = service.context;
  const key = ids.guid();
  await store.transaction(() => store.save("users", { key, id, ...part }));
  return letIn(service, { key, id }, classes);
}

/** Gives a user a password and the right to sign in. */
export async function letIn(
  { context }: Pick<TestService, "context">,
  { key, id }: { key: string; id: string },
  classes: readonly string[] = ["_EXPLICIT_REST_API_USERS_"],
): Promise<Row<"users">> {
  const { store, ids, passwords } = context;
  const passwordHash = await passwords.hash(new Secret(`password-of-${id}`));
  return store.transaction(async () => {
    for (const userClassId of classes) {
      await store.save("userClassMembers", { key: ids.guid(), userClassId, userKey: key });
    }
    return store.save("users", { key, passwordHash });
  });
}

function bodyOf({ body, form }: TestCall): [Buffer | string | undefined, string | undefined] {
  if (form !== undefined) return [new URLSearchParams(form).toString(), "application/x-www-form-urlencoded"];
  if (body === undefined) return [undefined, undefined];
  return [typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body), "application/json"];
}

interface RawCall {
  readonly agent: Agent;
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

// node:http sends a path as it is; fetch would resolve and encode it first.
function send({ headers, ...call }: RawCall, body: Buffer | string | undefined): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", ...call, headers: { ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = (incoming.headers["content-type"] ?? "").startsWith("application/json");
        const json: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
