import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { requireProgram } from "#test/support/programs.ts";
import { startTestTemporal, type TestTemporal } from "#test/support/temporal.ts";

import { freePort } from "../processes/free-port.ts";
import { readSettings } from "../settings/settings.ts";
import { temporalFailure } from "./temporal-failure.ts";
import { connectTemporalWorkers } from "./temporal-worker.ts";
import { connectTemporal } from "./temporal.ts";

let folder: string;
let temporal: TestTemporal;
let gate: Server;
const sockets = new Set<Socket>();

/** Puts TLS that asks for a client certificate, as a production cluster has it, in front of the embedded server. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-mtls-"));
  makeCertificates();
  temporal = await startTestTemporal();
  const port = Number(temporal.address.split(":")[1]);
  const options = {
    key: readFileSync(file("server.key")),
    cert: readFileSync(file("server.crt")),
    ca: readFileSync(file("ca.crt")),
    requestCert: true,
    ALPNProtocols: ["h2"],
  };
  gate = createServer(options, (client) => {
    const server = connect(port, "127.0.0.1");
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  gate.close();
  await temporal.stop();
  rmSync(folder, { recursive: true });
});

function file(name: string): string {
  return join(folder, name);
}

function makeCertificates(): void {
  const openssl = (...args: string[]) =>
    execFileSync(requireProgram("openssl", "openssl"), args, { cwd: folder, stdio: "ignore" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Test CA", "-days", "2");
  writeFileSync(file("names"), "subjectAltName=DNS:temporal.example");
  for (const name of ["server", "client"]) {
    openssl("req", ...key, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    const signed = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
    openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.crt`, ...signed);
  }
}

function settings(more: Record<string, string> = {}) {
  return readSettings({
    TEMPORAL_ADDRESS: `127.0.0.1:${(gate.address() as AddressInfo).port}`,
    TEMPORAL_TLS_CA_FILE: file("ca.crt"),
    TEMPORAL_TLS_SERVER_NAME: "temporal.example",
    ...more,
  });
}

const withCertificate = () => ({
  TEMPORAL_TLS_CERT_FILE: file("client.crt"),
  TEMPORAL_TLS_KEY_FILE: file("client.key"),
});

test("a client with its certificate reaches a server that asks for one", async () => {
  const client = await connectTemporal(settings(withCertificate()));
  await client.workflow.start("nothing", { taskQueue: "nobody", workflowId: "over-tls" });
  expect((await client.workflow.getHandle("over-tls").describe()).status.name).toBe("RUNNING");
  await client.connection.close();
});

test("the workers of a process reach it the same way", async () => {
  const connection = await connectTemporalWorkers(settings(withCertificate()));
  const described = await connection.workflowService.describeNamespace({ namespace: "default" });
  expect(described.namespaceInfo?.name).toBe("default");
  await connection.close();
});

test("without a certificate, or with another authority, nothing is reached", async () => {
  await expect(connectTemporalWorkers(settings())).rejects.toThrow(/transport|connect|tls|certificate/i);
  const stranger = settings({ ...withCertificate(), TEMPORAL_TLS_CA_FILE: file("client.crt") });
  await expect(connectTemporalWorkers(stranger)).rejects.toThrow(/transport|connect|tls|certificate/i);
});

describe("why Temporal could not be reached is told with host and port, what was tried and the setting that mends it", () => {
  const plain = (address: string) => readSettings({ TEMPORAL_ADDRESS: address });
  const why = (given: ReturnType<typeof settings>) => temporalFailure(given, new Error("the library's words"));
  const gateAddress = () => `127.0.0.1:${(gate.address() as AddressInfo).port}`;

  test("nobody listens there", async () => {
    const address = `127.0.0.1:${await freePort()}`;
    expect(await why(plain(address))).toBe(
      `${address}: It was tried without TLS: nobody listens there. Start the server, open the firewall, or correct TEMPORAL_ADDRESS.`,
    );
  });

  test.each<[string, () => ReturnType<typeof settings>, RegExp]>([
    [
      "an authority that is not known",
      () => settings({ TEMPORAL_TLS_CA_FILE: file("client.crt") }),
      /with TLS: .*authority.* TEMPORAL_TLS_CA_FILE\.$/,
    ],
    [
      "a certificate of another name",
      () => settings({ TEMPORAL_TLS_SERVER_NAME: "other.example" }),
      /with TLS: .*DNS:temporal\.example.* TEMPORAL_TLS_SERVER_NAME/,
    ],
    [
      "a client certificate that is wanted",
      () => settings(),
      /with TLS: .*client certificate.* TEMPORAL_TLS_CERT_FILE/,
    ],
    [
      "TLS that was not tried",
      () => plain(gateAddress()),
      /without TLS: it answers with TLS alone\. Set TEMPORAL_TLS_CA_FILE/,
    ],
    [
      "a server without TLS",
      () => settings({ TEMPORAL_ADDRESS: temporal.address }),
      /with TLS: it answers without TLS\. Unset the TEMPORAL_TLS_/,
    ],
    [
      "a file that is not there",
      () => settings({ TEMPORAL_TLS_CA_FILE: file("absent") }),
      /was not tried: ENOENT.*absent.*TEMPORAL_TLS_/,
    ],
    ["a server that answers all the same", () => plain(temporal.address), /without TLS: the library's words\./],
  ])("%s", async (_, given, words) => {
    expect(await why(given())).toMatch(words);
  });
});
