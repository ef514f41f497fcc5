import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { createServer } from "vite";

import { viteOptions } from "./web/vite-options.ts";

// The service with its sample, started anew when its sources change, and beside it the pages, which change in the browser as they are written.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const httpPort = process.env["HTTP_PORT"] ?? "8080";
const service = `http://127.0.0.1:${httpPort}`;

const child = spawn(process.execPath, ["--watch", "bin/gatehouse.ts", "up", "--sample"], {
  cwd: root,
  stdio: "inherit",
});

// The service takes calls of its own pages alone, so what is passed on comes from there.
const passedOn = { target: service, changeOrigin: true, headers: { origin: service } };
const pages = await createServer({
  ...viteOptions,
  server: {
    host: "127.0.0.1",
    proxy: { "/v2": passedOn, "/react/session": passedOn, "/identity": passedOn, "/docs": passedOn },
  },
});
await pages.listen();
pages.printUrls();

child.once("exit", (code) => {
  void pages.close().then(() => process.exit(code ?? 1));
});
