import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import type { InlineConfig } from "vite";

import { withoutAlreadyLoaded } from "./already-loaded.ts";

/** Folder of the sources of the pages. */
export const webFolder = fileURLToPath(new URL("../../web/", import.meta.url));
/** Folder of the built pages, from which the API serves them. */
export const builtFolder = fileURLToPath(new URL("../../web/dist/", import.meta.url));

/** Options to build and to develop the pages: Vite's defaults, without chunks of our own. */
export const viteOptions: InlineConfig = {
  root: webFolder,
  base: "/react/",
  configFile: false,
  plugins: [react(), withoutAlreadyLoaded()],
  build: {
    outDir: builtFolder,
    emptyOutDir: true,
    manifest: true,
    // The content policy of the pages allows only files: nothing is inlined as text.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    license: { fileName: "assets/licences.json" },
  },
};
