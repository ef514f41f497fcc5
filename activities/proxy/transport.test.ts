import { expect, test } from "vitest";

import { freePort } from "#platform/processes/free-port.ts";

import { createTransport } from "./transport.ts";

const open = (address: string) => createTransport(address, { keepAliveSeconds: 30 }).close();

test.each([
  "https://iam.example",
  "https://10.0.0.1:8443",
  "http://localhost:8080",
  "http://127.0.0.1:1",
  "http://127.9.9.9",
  "http://[::1]:80",
])("%s may be called", (address) => expect(() => open(address)).not.toThrow());

test.each([
  "http://iam.example",
  "http://10.0.0.1",
  "http://127.0.0.1.evil.example",
  "http://localhost.evil.example",
  "ftp://localhost",
  "",
  "iam.example",
])("'%s' is refused, for others could read what is sent there", (address) =>
  expect(() => open(address)).toThrow(/over https:\/\/ .*Correct API_ADDRESS/),
);

test("an API that is not there is told with its address, what was tried, the cause and the setting", async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const transport = createTransport(address, { keepAliveSeconds: 30 });
  await expect(transport.post({ path: "/proxies/hello", headers: {}, body: "{}" })).rejects.toThrow(
    `The API at ${address} does not answer. It was tried without TLS: nobody listens there. Start the service, or correct its address (API_ADDRESS).`,
  );
  const stop = new AbortController();
  stop.abort();
  const call = { path: "/", headers: {}, body: "", signal: stop.signal };
  await expect(transport.post(call)).rejects.toMatchObject({ name: "AbortError" });
  transport.close();
});
