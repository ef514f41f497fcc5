import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { withToken } from "./rest-client.ts";

test("all pages of a collection are read, at the address that is called and not at the public one", async () => {
  const asked: unknown[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    const next = { "@odata.nextLink": "https://public.example/v2/things?$skiptoken=x" };
    response.end(JSON.stringify(url === "/v2/things" ? { value: [1, 2], ...next } : { value: [3] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const rest = withToken(`http://127.0.0.1:${port}`, new Secret("t"));
    expect(await rest.all("/v2/things")).toEqual([1, 2, 3]);
    expect(asked).toEqual(["/v2/things", "/v2/things?$skiptoken=x"]);
  } finally {
    server.close();
  }
});
