import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Answer of a fake service to one request. */
export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A service that answers as a test says, because no real one does so on demand. */
export interface FakeScim {
  readonly url: string;
  stop(): Promise<void>;
}

const attributes = [
  { name: "userName", type: "string", multiValued: false, required: true },
  { name: "active", type: "boolean", multiValued: false },
];
const user = "urn:ietf:params:scim:schemas:core:2.0:User";
const fixed: Readonly<Record<string, unknown>> = {
  "/ServiceProviderConfig": { patch: { supported: true }, filter: { supported: true }, sort: { supported: false } },
  "/ResourceTypes": { Resources: [{ id: "User", endpoint: "/Users", schema: user }] },
  "/Schemas": { Resources: [{ id: user, attributes }] },
};

/** Starts a fake on a free port of 127.0.0.1; the test answers the requests to `/Users`. */
export async function startFakeScim(
  answer: (request: IncomingMessage, query: URLSearchParams) => FakeAnswer,
): Promise<FakeScim> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const known = fixed[url.pathname];
    const { status = 200, headers = {}, body } = known ? { body: known } : answer(request, url.searchParams);
    response.writeHead(status, { "content-type": "application/scim+json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
