import * as all from "./all.ts";

/** Every resource and every other table whose rows are written by the one writer, by name. */
export const resources = { ...all };
