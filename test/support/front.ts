import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { freePort } from "#platform/processes/free-port.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { makeCertificate } from "./certificate.ts";
import { requireProgram } from "./programs.ts";

/** A program in front of two APIs, at which TLS ends. */
export interface Front {
  readonly address: string;
  /** PEM text of its certificate. */
  readonly ca: string;
  /** Returns what it has logged of faults. */
  log(): string;
  stop(): Promise<void>;
}

/** Name of a front of docs/operating.md, which is run as it stands there. */
export type FrontKind = "nginx" | "nginx that keeps connections" | "HAProxy";

const page = new URL("../../docs/operating.md", import.meta.url);
const answersWithinMs = 20_000;

/** Starts a front with the configuration of the documents, in which only ports and paths of files are others. */
export async function startFront(kind: FrontKind, ports: readonly [number, number]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-front-"));
  const port = await freePort();
  const { certificate, key } = await makeCertificate(folder);
  const both = join(folder, "both.pem");
  writeFileSync(both, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
  const replaced: Readonly<Record<string, string>> = {
    "127.0.0.1:8081": `127.0.0.1:${ports[0]}`,
    "127.0.0.1:8082": `127.0.0.1:${ports[1]}`,
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "bind :443": `bind 127.0.0.1:${port}`,
    "/etc/nginx/iam.pem": certificate,
    "/etc/nginx/iam.key": key,
    "/etc/haproxy/iam.pem": both,
  };
  let text = kind === "HAProxy" ? exampleOf("haproxy") : exampleOf("nginx");
  if (kind === "nginx that keeps connections") text = keepingConnections(text);
  for (const [from, to] of Object.entries(replaced)) text = text.replaceAll(from, to);
  const file = join(folder, "configuration");
  writeFileSync(file, kind === "HAProxy" ? text : within(folder, text));
  const log = join(folder, "log");
  const child = run(kind, { file, folder, log });
  const front = {
    address: `https://localhost:${port}`,
    ca: readFileSync(certificate, "utf8"),
    log: () => readFileSync(log, "utf8"),
    async stop() {
      await stopProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await untilItListens(child, port, front);
  return front;
}

/** Returns the example of the documents that is marked with a language. */
function exampleOf(language: string): string {
  const found = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(readFileSync(page, "utf8"))?.[1];
  if (found === undefined) throw new Error(`docs/operating.md has no example of ${language}.`);
  return found;
}

/** Adds the lines that the documents name for kept connections. */
function keepingConnections(text: string): string {
  const [, upstream = "", version = "", header = ""] =
    /add `(keepalive \d+;)` to `upstream`, and `([^`]+)` and `([^`]+)` to `location`/.exec(
      readFileSync(page, "utf8"),
    ) ?? [];
  if (header === "") throw new Error("docs/operating.md does not say how nginx keeps its connections.");
  return text
    .replace("upstream gatehouse {", `upstream gatehouse {\n    ${upstream}`)
    .replace("location / {", `location / {\n        ${version}\n        ${header}`);
}

/** Puts the server of the documents into the rest of a configuration of nginx: who runs it, and where its files are. */
function within(folder: string, server: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  for (const name of temporary) mkdirSync(join(folder, name));
  return [
    "daemon off;",
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    `pid ${join(folder, "pid")};`,
    "events {}",
    "http {",
    "access_log off;",
    ...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
    server,
    "}",
  ].join("\n");
}

function run(kind: FrontKind, { file, folder, log }: { file: string; folder: string; log: string }): ChildProcess {
  const output = openSync(log, "a");
  const stdio = ["ignore", output, output] as const;
  const [program, parts] =
    kind === "HAProxy"
      ? [requireProgram("haproxy", "haproxy"), ["-db", "-f", file]]
      : [requireProgram("nginx", "nginx"), ["-p", folder, "-e", "stderr", "-c", file]];
  const child = spawn(program, parts, { stdio: [...stdio] });
  closeSync(output);
  return child;
}

async function untilItListens(child: ChildProcess, port: number, front: Front): Promise<void> {
  const deadline = performance.now() + answersWithinMs;
  while (performance.now() < deadline && child.exitCode === null) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      // HAProxy ends a connection that speaks no TLS.
      (error: { readonly cause?: { readonly code?: string } }) => error.cause?.code !== "ECONNREFUSED",
    );
    if (answers) return;
    await sleep(50);
  }
  const words = front.log();
  await front.stop();
  throw new Error(`The front does not listen: ${words}`);
}
