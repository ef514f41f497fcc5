import { setTimeout as sleep } from "node:timers/promises";

import { createHttpClient, type HttpAnswer } from "./http-client.ts";

/** The REST API as one signed-in user calls it. */
export interface RestUser {
  get(path: string): Promise<HttpAnswer>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  patch(path: string, body: unknown): Promise<HttpAnswer>;
  delete(path: string): Promise<HttpAnswer>;
  /** Repeats a call until the answer is as wanted. */
  until(
    path: string,
    wanted: (body: Readonly<Record<string, unknown>>) => boolean,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** A client of a running API. */
export interface RestClient {
  /** Signs in with name and password. */
  signIn(username: string, password: string): Promise<RestUser>;
  close(): void;
}

const pauseMs = 50;
const waitMsMax = 60_000;

/** Makes a client of the API at an address. */
export function createRestClient(address: string, connections = 20): RestClient {
  const http = createHttpClient(address, connections);
  return {
    async signIn(username, password) {
      const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username, password });
      const { status, body } = await http.call("POST", "/identity/connect/token", { form: form.toString() });
      if (status !== 200) throw new Error(`${username} was not signed in: ${JSON.stringify(body)}`);
      const token = (body as { access_token: string }).access_token;
      const get = (path: string) => http.call("GET", path, { token });
      return {
        get,
        post: (path, posted, headers = {}) => http.call("POST", path, { token, body: posted, headers }),
        patch: (path, changes) => http.call("PATCH", path, { token, body: changes }),
        delete: (path) => http.call("DELETE", path, { token }),
        async until(path, wanted) {
          for (let waitedMs = 0; ; waitedMs += pauseMs) {
            const seen = (await get(path)).body as Readonly<Record<string, unknown>>;
            if (wanted(seen)) return seen;
            if (waitedMs > waitMsMax) throw new Error(`${path} stayed ${JSON.stringify(seen)}`);
            await sleep(pauseMs);
          }
        },
      };
    },
    close: () => http.close(),
  };
}

/** Returns the path of the address in an answer's Location header. */
export function pathOf({ location }: HttpAnswer): string {
  return new URL(location ?? "").pathname;
}
