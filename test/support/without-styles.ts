import { createRequire } from "node:module";

// The components that pages are built of import their styles, which only a bundler understands.
createRequire(import.meta.url).extensions[".css"] = () => {};
