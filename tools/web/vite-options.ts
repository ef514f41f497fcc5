import react from "@vitejs/plugin-react";
import type { InlineConfig } from "vite";

import { withoutAlreadyLoaded } from "./already-loaded.ts";
import { builtFolder, webFolder } from "./folders.ts";

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
