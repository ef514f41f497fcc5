import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, expect, test } from "vitest";

import { isRunning, stopProcess } from "#platform/processes/process.ts";

import { requireProgram } from "../support/programs.ts";

const program = fileURLToPath(new URL("../../bin/gatehouse.ts", import.meta.url));
const diskSize = "96m";
let folder: string;
let service: ChildProcess;
let output = "";

/** A disk of its own for the data folder, in a mount namespace that ends with the service. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-full-disk-"));
  const script = `mount -t tmpfs -o mode=700,size=${diskSize} tmpfs "$1" && exec "$2" "$3" up`;
  const { PATH = "", HOME = "" } = process.env;
  service = spawn(
    requireProgram("unshare", "util-linux"),
    ["--mount", "/bin/sh", "-c", script, "sh", folder, process.execPath, program],
    {
      env: { PATH, HOME, GATEHOUSE_DATA: folder, HTTP_PORT: "0", LAME_DUCK_SECONDS: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  output = "";
  for (const stream of [service.stdout, service.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
});
afterEach(async () => {
  await stopProcess(service);
  rmSync(folder, { recursive: true, force: true });
});

/** The data folder as the service sees it. */
const inside = (name: string) => join(`/proc/${service.pid}/root`, folder, name);

/** Writes until not even a page fits on the disk. */
function fill(): void {
  const file = openSync(inside("filler"), "a");
  try {
    for (const bytes of [64 * 1024, 4096]) fillWith(file, Buffer.alloc(bytes));
  } finally {
    closeSync(file);
  }
}

function fillWith(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
  }
}

test("a full disk refuses what writes and ends nothing, and all goes on by itself when there is space again", async () => {
  await expect.poll(() => output).toContain("Ctrl-C stops everything.");
  const address = /REST API\s+(\S+)\/v2/.exec(output)?.[1] ?? "";
  const password = /password: (\S+)/.exec(output)?.[1] ?? "";
  const form = { grant_type: "password", client_id: "gatehouse", username: "admin", password };
  const signedIn = await fetch(`${address}/identity/connect/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${address}${path}`, { headers, ...init });
    return { status: answer.status, code: /"code":"(\w+)"/.exec(await answer.text())?.[1] };
  };
  const make = (id: string) =>
    ask("/v2/targetGroups", { method: "POST", body: JSON.stringify({ id, description: id }) });
  expect((await make("before")).status).toBe(201);

  fill();
  // The pages that the log already has still have some space.
  let count = 0;
  await expect.poll(async () => (await make(`full${(count += 1)}`)).code).toBe("DATABASE_FULL");
  expect((await ask("/v2/targetGroups('before')")).status).toBe(200);
  const readyWhileFull = async () => {
    fill();
    await make(`full${(count += 1)}`);
    return (await ask("/ready")).status;
  };
  await expect.poll(readyWhileFull).toBe(503);
  expect(service.exitCode).toBeNull();

  rmSync(inside("filler"));
  await expect.poll(async () => (await ask("/ready")).status).toBe(200);
  expect((await make("after")).status).toBe(201);
  expect((await ask("/v2/targetGroups('before')")).status).toBe(200);
  expect(isRunning(service.pid ?? 0)).toBe(true);
});
