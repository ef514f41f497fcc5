import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { type RestClient, withToken } from "./rest-client.ts";

/** Calls a server that has a fixed answer for each address. */
async function calling<T>(
  answerTo: (address: string) => { readonly status: number; readonly body: object },
  call: (rest: RestClient) => Promise<T>,
): Promise<T> {
  const server = createServer(({ url = "" }, response) => {
    const { status, body } = answerTo(url);
    response.writeHead(status);
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await call(withToken(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, new Secret("t")));
  } finally {
    server.close();
  }
}

test("a refusal names each fault once", async () => {
  const details = ["from", "to"].map((target) => ({ target, message: "must be a moment" }));
  const body = { error: { code: "INPUT_INVALID", message: "from: must be a moment", details } };
  const call = calling(
    () => ({ status: 400, body }),
    (rest) => rest.get("/v2/things"),
  );
  await expect(call).rejects.toThrow(/^INPUT_INVALID: from: must be a moment; to: must be a moment$/);
});

test("all pages of a collection are read, at the address that is called and not at the public one", async () => {
  const asked: string[] = [];
  const next = { "@odata.nextLink": "https://public.example/v2/things?$skiptoken=x" };
  const pages = (address: string) => {
    asked.push(address);
    return { status: 200, body: address === "/v2/things" ? { value: [1, 2], ...next } : { value: [3] } };
  };
  expect(await calling(pages, (rest) => rest.all("/v2/things"))).toEqual([1, 2, 3]);
  expect(asked).toEqual(["/v2/things", "/v2/things?$skiptoken=x"]);
});
