import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import type { InlineConfig } from "vite";

import { withoutAlreadyLoaded } from "./already-loaded.ts";

/** The folder of the sources of the pages. */
export const webFolder = fileURLToPath(new URL("../../web/", import.meta.url));
/** The folder into which they are built, from which the API serves them. */
export const builtFolder = fileURLToPath(new URL("../../web/dist/", import.meta.url));

/** How the pages are built and served while they are written: as Vite does it, without chunks of our own making. */
export const viteOptions: InlineConfig = {
  root: webFolder,
  base: "/react/",
  configFile: false,
  plugins: [react(), withoutAlreadyLoaded()],
  build: {
    outDir: builtFolder,
    emptyOutDir: true,
    manifest: true,
    // The policy of the pages takes files alone: nothing becomes a part of another as text.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    license: { fileName: "assets/licences.json" },
  },
};
