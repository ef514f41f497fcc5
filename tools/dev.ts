import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { createServer } from "vite";

import { passedOn } from "./web/passed-on.ts";
import { keepServiceRunning } from "./web/restarted-service.ts";
import { viteOptions } from "./web/vite-options.ts";

// Runs the service with its sample, restarted when its sources change, and the pages, which update in the browser while they are
// edited.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const httpPort = process.env["HTTP_PORT"] ?? "8080";
const service = `http://127.0.0.1:${httpPort}`;

// The service accepts calls only from its own pages, so forwarded calls get its origin.
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
