import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { createServer } from "vite";

import { passedOn } from "./web/passed-on.ts";
import { keepServiceRunning } from "./web/restarted-service.ts";
import { viteOptions } from "./web/vite-options.ts";

// The service with its sample, started anew when its sources change, and beside it the pages, which change in the browser as they are written.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const httpPort = process.env["HTTP_PORT"] ?? "8080";
const service = `http://127.0.0.1:${httpPort}`;

// The service takes calls of its own pages alone, so what is passed on comes from there.
const asItself = { target: service, changeOrigin: true, headers: { origin: service } };
const pages = await createServer({
  ...viteOptions,
  server: {
    host: "127.0.0.1",
    proxy: Object.fromEntries(passedOn.map((key) => [key, asItself])),
  },
});
await pages.listen();
pages.printUrls();

keepServiceRunning(root, () => void pages.close().then(() => process.exit(0)));
