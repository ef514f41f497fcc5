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

/** A running SCIM service that nobody here wrote. */
export interface ScimServer {
  readonly url: string;
  readonly token: string;
  /** Ends the service; its objects were in its memory only. */
  stop(): Promise<void>;
}

/** What a test may choose. */
export interface ScimServerOptions {
  /** Parts of the service's configuration that differ from "everything is supported". */
  readonly configuration?: object;
  /** The token it takes; a random one where it is not given. */
  readonly token?: string;
}

/**
 * Starts the service on a free port of 127.0.0.1; it takes one random token.
 * @throws Error naming what is missing when it is not installed
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
  // One word with its option: a random token may begin with "-", and would be taken for an option itself.
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
