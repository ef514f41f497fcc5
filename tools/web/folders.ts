import { fileURLToPath } from "node:url";

/** Folder of the sources of the pages. */
export const webFolder = fileURLToPath(new URL("../../web/", import.meta.url));
/** Folder of the built pages, from which the API serves them. */
export const builtFolder = fileURLToPath(new URL("../../web/dist/", import.meta.url));
