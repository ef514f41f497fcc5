import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { freePort } from "#platform/processes/free-port.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { requirePythonPackages } from "./python-packages.ts";

const startWaitMs = 60_000;

/** A running third-party SCIM service. */
export interface ScimServer {
  readonly url: string;
  readonly token: string;
  /** Ends the service; its objects were only in its memory. */
  stop(): Promise<void>;
}

/** Options of a test's service. */
export interface ScimServerOptions {
  /** Parts of the configuration that differ from "everything is supported". */
  readonly configuration?: object;
  /** Token that it accepts; absent = a random one. */
  readonly token?: string;
}

/**
 * Starts the service on a free port of 127.0.0.1; it accepts one token.
 * @throws Error naming what is missing if it is not installed
 */
export async function startScimServer(options: ScimServerOptions = {}): Promise<ScimServer> {
  const programs = requirePythonPackages("scim-server");
  const [python, script] = [join(programs, "python3"), join(programs, "scim2-server")];
  const folder = mkdtempSync(join(tmpdir(), "scim-server-"));
  const { configuration, token = randomBytes(18).toString("base64url") } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/v2`;
  const file = join(folder, "configuration.json");
  if (configuration) writeFileSync(file, JSON.stringify(configurationFrom(configuration)));
  const choice = configuration ? ["--service-provider-config", file] : [];
  // One word with its option: a random token may begin with "-", and would be read as an option itself.
  const server = spawn(python, [script, "--port", String(port), `--bearer-token=${token}`, ...choice], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  server.stderr.on("data", (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-2_000)));
  const stop = async (): Promise<void> => {
    await stopProcess(server);
    rmSync(folder, { recursive: true, force: true });
  };
  const end = performance.now() + startWaitMs;
  while (server.exitCode === null && performance.now() < end) {
    if (
      await fetch(`${url}/ServiceProviderConfig`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { url, token, stop };
    await sleep(50);
  }
  await stop();
  throw new Error(`The SCIM service does not answer on port ${port}. ${words}`);
}

function configurationFrom(part: object): object {
  const supported = { supported: true };
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    patch: supported,
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 1_000 },
    changePassword: supported,
    sort: supported,
    etag: supported,
    authenticationSchemes: [],
    ...part,
  };
}
