/** Every resource and every other table whose rows are written by the one writer, by name. */
export * as resources from "./all.ts";
